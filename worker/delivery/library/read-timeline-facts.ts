import type { Ctx } from "../../context.ts";
import { listGrantsWithBenefits } from "../../access/store.ts";
import { toHistory } from "../../purchases/timeline/history.ts";
import { listHistory } from "../../purchases/timeline/store.ts";
import type { TimelineFacts } from "../../purchases/timeline/timeline.ts";
import { readPurchases } from "./read-purchases.ts";
import { listDownloadHistory, listKeyHistory } from "./store.ts";

/** Reads everything that the user's timeline is built from, with a fixed number of statements. */
export async function readTimelineFacts(
  ctx: Ctx,
  input: { userId: string },
): Promise<TimelineFacts> {
  const { mode } = ctx.config.stripe;
  const [purchases, grants, keys, downloads, history] = await Promise.all([
    readPurchases(ctx, input),
    listGrantsWithBenefits(ctx.db, input.userId, mode),
    listKeyHistory(ctx.db, input.userId),
    listDownloadHistory(ctx.db, input.userId),
    listHistory(ctx.db, { ...input, mode }),
  ]);
  return {
    ...purchases,
    grants,
    keys,
    history: toHistory(input.userId, history),
    downloads: downloads.map(({ name, label, ...download }) => ({
      ...download,
      name: [name, label].filter(Boolean).join(" "),
    })),
  };
}
