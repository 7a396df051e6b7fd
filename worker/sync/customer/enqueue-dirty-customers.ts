import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { MINUTE } from "../../lib/time.ts";
import { listDirtyCustomers, markLapsed } from "./store-dirty.ts";

/** The most messages a queue takes in one call. */
const PAGE = 100;
/** An invocation may make only so many calls. */
const PAGES_PER_RUN = 40;
/** Stripe may have no news either: whoever was looked at a moment ago waits this long. */
const LAPSED_EVERY_MS = 15 * MINUTE;

/**
 * Enqueues the customers that are dirty (a message may have been lost) or whose paid period is over with no news from
 * Stripe, by id after `after`: at most 4,000.
 * @returns how many were enqueued, and the id to go on after; null where there are no more
 */
export async function requeueCustomers(
  ctx: Ctx,
  input: { after: string } = { after: "" },
): Promise<{ count: number; last: string | null }> {
  const { mode } = ctx.config.stripe;
  const syncedBefore = ctx.now - LAPSED_EVERY_MS;
  await commit(ctx.db, [markLapsed(ctx.db, { mode, now: ctx.now, syncedBefore })]);
  let count = 0;
  let last = input.after;
  for (let run = 0; run < PAGES_PER_RUN; run++) {
    const page = await listDirtyCustomers(ctx.db, { mode, afterId: last, limit: PAGE });
    if (page.length > 0)
      await ctx.syncQueue.sendBatch(
        page.map(({ id }) => ({ body: { customerId: id } satisfies SyncMessage })),
      );
    count += page.length;
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE) return { count, last: null };
  }
  return { count, last };
}
