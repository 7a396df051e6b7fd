import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { MINUTE } from "../../lib/time.ts";
import { listDirtyCustomers, markDirtyWhereLapsed } from "./store-dirty.ts";

/** The maximum number of messages per `sendBatch`. */
const PAGE_SIZE = 100;
/** Keeps a run below the subrequest limit of one invocation. */
const PAGES_PER_RUN = 40;
/** Delay before a lapsed customer is synced again, since Stripe may have no update yet. */
const LAPSED_RECHECK_MS = 15 * MINUTE;

/**
 * Enqueues up to 4,000 customers that are dirty (their message may have been lost) or whose paid period ended without
 * an update from Stripe, sorted by id, after `after`.
 * @returns how many were enqueued, and the id to continue after, or null if there are no more
 */
export async function enqueueDirtyCustomers(
  ctx: Ctx,
  input: { after: string } = { after: "" },
): Promise<{ count: number; last: string | null }> {
  const { mode } = ctx.config.stripe;
  const syncedBefore = ctx.now - LAPSED_RECHECK_MS;
  await commit(ctx.db, [markDirtyWhereLapsed(ctx.db, { mode, now: ctx.now, syncedBefore })]);
  let count = 0;
  let last = input.after;
  for (let run = 0; run < PAGES_PER_RUN; run++) {
    const page = await listDirtyCustomers(ctx.db, { mode, afterId: last, limit: PAGE_SIZE });
    if (page.length > 0)
      await ctx.syncQueue.sendBatch(
        page.map(({ id }) => ({ body: { customerId: id } satisfies SyncMessage })),
      );
    count += page.length;
    last = page.at(-1)?.id ?? last;
    if (page.length < PAGE_SIZE) return { count, last: null };
  }
  return { count, last };
}

/** The highest count that is reported. */
const COUNT_LIMIT = 1000;

/** Counts the dirty customers, i.e. those with changes that no sync has covered yet. Stops at 1,000. */
export async function countDirtyCustomers(ctx: Ctx): Promise<number> {
  const { mode } = ctx.config.stripe;
  const page = { mode, afterId: "", limit: COUNT_LIMIT };
  return (await listDirtyCustomers(ctx.db, page)).length;
}
