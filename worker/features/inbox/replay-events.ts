import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordChange } from "../audit/record-change.ts";
import { REPLAYED_AT_ONCE } from "./schema.ts";
import { countDead, listDeadIds, listReplayable, replay } from "./store-seller.ts";

/** What a replay did: how many events wait again, how many are of nobody, and how many are still dead. */
export type Replayed = { replayed: number; leftAlone: number; stillDead: number };

/** Counting stops here: it is enough to know that there is more to do. */
const COUNTED_AT_MOST = 1000;

/**
 * Has the customers of events looked at again: each is marked dirty and enqueued, and the events wait until that sync is
 * done. Nothing of a payload is applied, so the order does not matter, and neither does how often it is done. Of all the
 * dead a hundred are taken, the oldest first: ask again while there are more.
 * @throws `not_found` where none of the named events is there or of a customer
 */
export async function replayEvents(
  ctx: Ctx,
  input: { eventIds: string[] } | { status: "dead" },
): Promise<Replayed> {
  const { mode } = ctx.config.stripe;
  const named = "eventIds" in input;
  const asked = named
    ? [...new Set(input.eventIds)]
    : await listDeadIds(ctx.db, mode, REPLAYED_AT_ONCE);
  const found = asked.length === 0 ? [] : await listReplayable(ctx.db, mode, asked);
  if (named && found.length === 0) throw fail("not_found", { reason: "of no customer" });
  if (found.length > 0) {
    const eventIds = found.map(({ id }) => id);
    const customerIds = [...new Set(found.map(({ customerId }) => customerId))];
    await commit(ctx.db, [
      ...replay(ctx.db, { mode, eventIds, customerIds }),
      recordChange(ctx, {
        action: "event.replay",
        targetId: eventIds.length === 1 ? eventIds[0]! : "events",
        after: { events: eventIds },
      }),
    ]);
    ctx.defer(enqueue(ctx, customerIds));
  }
  return {
    replayed: found.length,
    leftAlone: asked.length - found.length,
    stillDead: await countDead(ctx.db, mode, COUNTED_AT_MOST),
  };
}

/** Lost, it costs five minutes: cron enqueues who is dirty. */
async function enqueue(ctx: Ctx, customerIds: string[]): Promise<void> {
  try {
    await ctx.syncQueue.sendBatch(
      customerIds.map((customerId) => ({ body: { customerId } satisfies SyncMessage })),
    );
  } catch (error) {
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
  }
}
