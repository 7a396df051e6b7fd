import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { findEventSubject, verifyEvent } from "../../stripe/events.ts";
import { findProductIdByStripeId, addPendingPull } from "../catalog/pull-product.ts";
import { recordWebhookSignal } from "./record-webhook-signal.ts";
import { recordSyncFailure } from "../inbox/mark-events.ts";
import {
  findEvent,
  insertCatalogEvent,
  storeEvent,
  type NewEvent,
  type StoredEvent,
} from "../inbox/store.ts";

/**
 * Receives one webhook delivery: verifies the raw body, stores the event and enqueues a sync. Makes no request to
 * Stripe.
 * @throws `webhook_signature`, `webhook_mode`; any other error means that the event was not stored, so Stripe retries
 */
export async function receiveEvent(
  ctx: Ctx,
  input: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const event = await verifyEvent(ctx.stripe, ctx.config.stripe, { ...input, now: ctx.now }).catch(
    (error: unknown) => {
      // A request without a signature didn't come from Stripe.
      if (input.signature) recordWebhookSignal(ctx, "webhook_refused");
      throw error;
    },
  );
  recordWebhookSignal(ctx, "webhook_verified");
  await ingestEvent(ctx, { event, payload: input.rawBody });
}

/**
 * Stores a verified event and enqueues its customer, unless a queued message for an earlier event will cover it. A
 * known event changes nothing, but if it is still unprocessed it is enqueued again, since its first message may be
 * lost.
 * @returns whether the event was new
 */
export async function ingestEvent(
  ctx: Ctx,
  input: { event: Stripe.Event; payload: string },
): Promise<{ isNew: boolean }> {
  const { event, payload } = input;
  const { stripeProductId, ...subject } = findEventSubject(event);
  const row: NewEvent = {
    id: event.id,
    mode: ctx.config.stripe.mode,
    type: event.type,
    ...subject,
    payload,
    createdAt: fromStripeTime(event.created) ?? ctx.now,
    receivedAt: ctx.now,
  };
  const productId = stripeProductId && (await findProductIdByStripeId(ctx, { stripeProductId }));
  if (productId) return ingestCatalogEvent(ctx, { row, productId });
  const [insertion, dirtyMark] = await ctx.db.$client.batch(storeEvent(ctx.db, row));
  const [inserted] = (insertion?.results ?? []) as StoredEvent[];
  const [marked] = (dirtyMark?.results ?? []) as { isExpected: 0 | 1 }[];
  const isNew = inserted !== undefined;
  const stored = inserted ?? (await findEvent(ctx.db, row.mode, row.id));
  // Dead events count as open: a seller resends an event from Stripe to retry it.
  const isOpen = stored?.status === "received" || stored?.status === "dead";
  if (isOpen && stored.customerId && !marked?.isExpected)
    ctx.defer(enqueue(ctx, { customerId: stored.customerId }));
  return { isNew };
}

/** Does the same for an event about one of our products: requests a pull of the product. */
async function ingestCatalogEvent(
  ctx: Ctx,
  { row, productId }: { row: NewEvent; productId: string },
): Promise<{ isNew: boolean }> {
  const reason = row.id;
  const [insertion] = await commit(ctx.db, [
    insertCatalogEvent(ctx.db, row),
    addPendingPull(ctx, { productId, reason, onlyAfterChange: true }),
  ]);
  const isNew = insertion?.meta.changes === 1;
  const stored = isNew ? { status: "received" } : await findEvent(ctx.db, row.mode, row.id);
  if (stored?.status === "received" || stored?.status === "dead") {
    if (!isNew) await commit(ctx.db, [addPendingPull(ctx, { productId, reason })]);
    ctx.defer(enqueue(ctx, { productId }));
  }
  return { isNew };
}

/**
 * Enqueues a sync after the response. The dirty mark is already stored, so the next cron run enqueues a lost message.
 */
async function enqueue(ctx: Ctx, message: SyncMessage): Promise<void> {
  try {
    await ctx.syncQueue.send(message);
  } catch (error) {
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
    // Recorded so that the next event doesn't rely on this event's message.
    const { customerId } = message;
    if (customerId !== undefined)
      await commit(ctx.db, [recordSyncFailure(ctx, { customerId, error })]);
  }
}
