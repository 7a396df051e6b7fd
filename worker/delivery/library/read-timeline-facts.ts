import type { Ctx } from "../../context.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import type { TimelineFacts } from "../../purchases/timeline/timeline.ts";
import { readPurchases } from "./read-purchases.ts";
import { listDownloadHistory, listKeyHistory } from "./store.ts";

/** Reads everything that the user's timeline is built from, with a fixed number of statements. */
export async function readTimelineFacts(
  ctx: Ctx,
  input: { userId: string },
): Promise<TimelineFacts> {
  const [purchases, grants, keys, downloads] = await Promise.all([
    readPurchases(ctx, input),
    listGrantsWithBenefits(ctx.db, input.userId, ctx.config.stripe.mode),
    listKeyHistory(ctx.db, input.userId),
    listDownloadHistory(ctx.db, input.userId),
  ]);
  return {
    ...purchases,
    grants,
    keys,
    downloads: downloads.map(({ name, label, ...download }) => ({
      ...download,
      name: [name, label].filter(Boolean).join(" "),
    })),
  };
}
