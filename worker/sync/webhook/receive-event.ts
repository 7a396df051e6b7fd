import type Stripe from "stripe";
import type { Ctx, SyncMessage } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { subjectOf, verifyEvent } from "../../stripe/events.ts";
import { findOurProduct, owePull } from "../catalog/pull-product.ts";
import { noteDelivery } from "./record-webhook-signal.ts";
import { recordSyncFailure } from "../inbox/mark-events.ts";
import {
  findEvent,
  insertCatalogEvent,
  storeEvent,
  type NewEvent,
  type StoredEvent,
} from "../inbox/store.ts";

/**
 * Takes one delivery: verify the raw text, persist, enqueue. No call to Stripe is made here.
 * @throws `webhook_signature`, `webhook_mode`; otherwise only when persisting failed, so that Stripe tries again
 */
export async function receiveEvent(
  ctx: Ctx,
  input: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const event = await verifyEvent(ctx.stripe, ctx.config.stripe, { ...input, now: ctx.now }).catch(
    (error: unknown) => {
      // Without a signature it was not Stripe.
      if (input.signature) noteDelivery(ctx, "webhook_refused");
      throw error;
    },
  );
  noteDelivery(ctx, "webhook_verified");
  await takeEvent(ctx, { event, payload: input.rawBody });
}

/**
 * Persists an event that is known to be Stripe's and has its customer enqueued, unless a message for an earlier event is
 * on its way and will bring this one's effect too. An event that was seen before changes nothing; if its work is still
 * open it is enqueued again, since the first message may be lost.
 * @returns whether it was new
 */
export async function takeEvent(
  ctx: Ctx,
  input: { event: Stripe.Event; payload: string },
): Promise<{ isNew: boolean }> {
  const { event, payload } = input;
  const { stripeProductId, ...subject } = subjectOf(event);
  const row: NewEvent = {
    id: event.id,
    mode: ctx.config.stripe.mode,
    type: event.type,
    ...subject,
    payload,
    createdAt: fromStripeTime(event.created) ?? ctx.now,
    receivedAt: ctx.now,
  };
  const productId = stripeProductId && (await findOurProduct(ctx, { stripeProductId }));
  if (productId) return takeCatalogEvent(ctx, { row, productId });
  const [insertion, mark] = await ctx.db.$client.batch(storeEvent(ctx.db, row));
  const [inserted] = (insertion?.results ?? []) as StoredEvent[];
  const [marked] = (mark?.results ?? []) as { isExpected: 0 | 1 }[];
  const isNew = inserted !== undefined;
  const stored = inserted ?? (await findEvent(ctx.db, row.mode, row.id));
  // A dead one is open too: sending it again is how a seller asks for another try.
  const isOpen = stored?.status === "received" || stored?.status === "dead";
  if (isOpen && stored.customerId && !marked?.isExpected)
    ctx.defer(enqueue(ctx, { customerId: stored.customerId }));
  return { isNew };
}

/** The same for an event of a product of ours: the product is to be looked at again. */
async function takeCatalogEvent(
  ctx: Ctx,
  { row, productId }: { row: NewEvent; productId: string },
): Promise<{ isNew: boolean }> {
  const reason = row.id;
  const [[inserted]] = await ctx.db.batch([
    insertCatalogEvent(ctx.db, row),
    owePull(ctx, { productId, reason, onlyAfterChange: true }),
  ]);
  const isNew = inserted !== undefined;
  const stored = inserted ?? (await findEvent(ctx.db, row.mode, row.id));
  if (stored?.status === "received" || stored?.status === "dead") {
    if (!isNew) await commit(ctx.db, [owePull(ctx, { productId, reason })]);
    ctx.defer(enqueue(ctx, { productId }));
  }
  return { isNew };
}

/** Nobody waits for it: the mark is written, and what is lost here the next cron run enqueues. */
async function enqueue(ctx: Ctx, message: SyncMessage): Promise<void> {
  try {
    await ctx.syncQueue.send(message);
  } catch (error) {
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
    // So that the next event does not rely on this one's message.
    const { customerId } = message;
    if (customerId !== undefined)
      await commit(ctx.db, [recordSyncFailure(ctx, { customerId, error })]);
  }
}
