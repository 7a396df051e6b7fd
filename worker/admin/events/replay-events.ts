import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { recordChange } from "../../audit/record-change.ts";
import { findEventSubject } from "../../stripe/events.ts";
import { findProductIdByStripeId, addPendingPull } from "../../sync/catalog/pull-product.ts";
import { REPLAY_BATCH_SIZE } from "./schema.ts";
import {
  countDeadEvents,
  listCatalogEvents,
  listDeadEventIds,
  listReplayableEvents,
  markForReplay,
  findEventWithUser,
} from "./store-admin.ts";

/** The number of events that wait again, that concern no customer or product of ours, and that are still dead. */
export type ReplayResult = { replayed: number; skipped: number; stillDead: number };

/** Counting stops here: the caller only needs to know that more are left. */
const COUNT_LIMIT = 1000;

/**
 * Replays events: marks and enqueues their customers or products for a sync; the events wait until it is done. Payloads
 * are not applied, so neither the order nor the number of replays matters. `status: "dead"` takes the oldest 100;
 * repeat the call while more are left.
 * @throws `event_payload_removed` if one of the given events is about Stripe's catalog, which only its payload could tell
 * @throws `not_found` if none of the given events exists and concerns a customer or product of ours
 */
export async function replayEvents(
  ctx: Ctx,
  input: { eventIds: string[] } | { status: "dead" },
): Promise<ReplayResult> {
  const { mode } = ctx.config.stripe;
  const isByIds = "eventIds" in input;
  const requestedIds = isByIds
    ? [...new Set(input.eventIds)]
    : await listDeadEventIds(ctx.db, mode, REPLAY_BATCH_SIZE);
  const ofCustomers =
    requestedIds.length === 0 ? [] : await listReplayableEvents(ctx.db, mode, requestedIds);
  const ofProducts = requestedIds.length === 0 ? [] : await findProductsOf(ctx, requestedIds);
  const found = [...ofCustomers, ...ofProducts];
  if (isByIds && found.length === 0 && (await haveLostPayload(ctx, requestedIds)))
    throw fail("event_payload_removed");
  if (isByIds && found.length === 0) throw fail("not_found", { reason: "of nothing of ours" });
  if (found.length > 0) {
    const eventIds = found.map(({ id }) => id);
    const customerIds = [...new Set(ofCustomers.map(({ customerId }) => customerId))];
    const productIds = [...new Set(ofProducts.map(({ productId }) => productId))];
    await commit(ctx.db, [
      ...markForReplay(ctx.db, { mode, eventIds, customerIds }),
      ...ofProducts.map(({ id, productId }) => addPendingPull(ctx, { productId, reason: id })),
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
    skipped: requestedIds.length - found.length,
    stillDead: await countDeadEvents(ctx.db, mode, COUNT_LIMIT),
  };
}

/** Returns those of these events that concern a product of ours. */
async function findProductsOf(ctx: Ctx, ids: string[]) {
  const found: { id: string; productId: string }[] = [];
  for (const { id, payload } of await listCatalogEvents(ctx.db, ctx.config.stripe.mode, ids)) {
    const { stripeProductId } = findEventSubject(JSON.parse(payload) as Stripe.Event);
    const productId = stripeProductId && (await findProductIdByStripeId(ctx, { stripeProductId }));
    if (productId) found.push({ id, productId });
  }
  return found;
}

/** Best effort: if it fails, cron enqueues pending syncs within five minutes. */
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

/** Whether the payload of one of these events was removed. A customer's events can be replayed without it. */
async function haveLostPayload(ctx: Ctx, ids: string[]): Promise<boolean> {
  const { mode } = ctx.config.stripe;
  const rows = await Promise.all(ids.map((id) => findEventWithUser(ctx.db, mode, id)));
  return rows.some((row) => row !== undefined && row.payloadRemovedAt !== null);
}
