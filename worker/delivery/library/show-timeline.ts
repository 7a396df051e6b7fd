import type { Ctx } from "../../context.ts";
import { listGrantsEver } from "../../access/list-grants.ts";
import {
  explainTimeline,
  type TimelineEntry,
  type TimelineFacts,
} from "../../purchases/timeline/timeline.ts";
import { readPurchases } from "./read-purchases.ts";
import { listDownloadHistory, listKeyHistory } from "./store.ts";

/** Everything that is known of what a person owns, in a fixed number of statements. */
export async function readTimelineFacts(
  ctx: Ctx,
  input: { userId: string },
): Promise<TimelineFacts> {
  const [purchases, grants, keys, downloads] = await Promise.all([
    readPurchases(ctx, input),
    listGrantsEver(ctx, input),
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

/** What happened to everything a person owns or owned, newest first. */
export async function showTimeline(ctx: Ctx, input: { userId: string }): Promise<TimelineEntry[]> {
  return explainTimeline(await readTimelineFacts(ctx, input));
}
