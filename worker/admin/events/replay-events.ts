import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordChange } from "../../audit/record-change.ts";
import { subjectOf } from "../../stripe/events.ts";
import { findOurProduct, owePull } from "../../sync/catalog/pull-product.ts";
import { REPLAYED_AT_ONCE } from "./schema.ts";
import {
  countDead,
  listCatalogEvents,
  listDeadIds,
  listReplayable,
  replay,
} from "./store-admin.ts";

/** What a replay did: how many events wait again, how many are of nothing of ours, and how many are still dead. */
export type Replayed = { replayed: number; leftAlone: number; stillDead: number };

/** Counting stops here: it is enough to know that there is more to do. */
const COUNTED_AT_MOST = 1000;

/**
 * Has the customers, or products, of events looked at again: each is marked and enqueued, and the events wait until that
 * sync is done. Nothing of a payload is applied, so the order does not matter, and neither does how often it is done. Of all the
 * dead a hundred are taken, the oldest first: ask again while there are more.
 * @throws `not_found` where none of the named events is there and of something of ours
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
  const ofCustomers = asked.length === 0 ? [] : await listReplayable(ctx.db, mode, asked);
  const ofProducts = asked.length === 0 ? [] : await findProductsOf(ctx, asked);
  const found = [...ofCustomers, ...ofProducts];
  if (named && found.length === 0) throw fail("not_found", { reason: "of nothing of ours" });
  if (found.length > 0) {
    const eventIds = found.map(({ id }) => id);
    const customerIds = [...new Set(ofCustomers.map(({ customerId }) => customerId))];
    const productIds = [...new Set(ofProducts.map(({ productId }) => productId))];
    await commit(ctx.db, [
      ...replay(ctx.db, { mode, eventIds, customerIds }),
      ...ofProducts.map(({ id, productId }) => owePull(ctx, { productId, reason: id })),
      recordChange(ctx, {
        action: "event.replayed",
        targetId: eventIds.length === 1 ? eventIds[0]! : "events",
        after: { events: eventIds },
      }),
    ]);
    ctx.defer(
      enqueue(ctx, [
        ...customerIds.map((customerId) => ({ customerId })),
        ...productIds.map((productId) => ({ productId })),
      ]),
    );
  }
  return {
    replayed: found.length,
    leftAlone: asked.length - found.length,
    stillDead: await countDead(ctx.db, mode, COUNTED_AT_MOST),
  };
}

/** Of these events, those of products of ours. */
async function findProductsOf(ctx: Ctx, ids: string[]) {
  const found: { id: string; productId: string }[] = [];
  for (const { id, payload } of await listCatalogEvents(ctx.db, ctx.config.stripe.mode, ids)) {
    const { stripeProductId } = subjectOf(JSON.parse(payload) as Stripe.Event);
    const productId = stripeProductId && (await findOurProduct(ctx, { stripeProductId }));
    if (productId) found.push({ id, productId });
  }
  return found;
}

/** Lost, it costs five minutes: cron enqueues what is owed. */
async function enqueue(ctx: Ctx, messages: SyncMessage[]): Promise<void> {
  try {
    await ctx.syncQueue.sendBatch(messages.map((body) => ({ body })));
  } catch (error) {
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
  }
}
