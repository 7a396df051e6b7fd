import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { subjectOf, verifyEvent } from "../../stripe/events.ts";
import { findEvent, insertEvent, markCustomerOfNewEvent, type NewEvent } from "./store.ts";

/**
 * Takes one delivery: verify the raw text, persist, enqueue. No call to Stripe is made here.
 * @throws `webhook_signature`, `webhook_mode`; otherwise only when persisting failed, so that Stripe tries again
 */
export async function receiveEvent(
  ctx: Ctx,
  input: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const event = await verifyEvent(ctx.stripe, ctx.config.stripe, { ...input, now: ctx.now });
  await takeEvent(ctx, { event, payload: input.rawBody });
}

/**
 * Persists an event that is known to be Stripe's and enqueues its customer. An event that was seen before changes
 * nothing; if its work is still open it is enqueued again, since the first time may have died between the two steps.
 * @returns whether it was new
 */
export async function takeEvent(
  ctx: Ctx,
  input: { event: Stripe.Event; payload: string },
): Promise<{ isNew: boolean }> {
  const { event, payload } = input;
  const row: NewEvent = {
    id: event.id,
    mode: ctx.config.stripe.mode,
    type: event.type,
    ...subjectOf(event),
    payload,
    createdAt: fromStripeTime(event.created) ?? ctx.now,
    receivedAt: ctx.now,
  };
  const [[inserted]] = await ctx.db.batch([
    insertEvent(ctx.db, row),
    markCustomerOfNewEvent(ctx.db, row),
  ]);
  const isNew = inserted !== undefined;
  const stored = inserted ?? (await findEvent(ctx.db, row.mode, row.id));
  // A dead one is open too: sending it again is how a seller asks for another try.
  const isOpen = stored?.status === "received" || stored?.status === "dead";
  if (!isOpen || !stored.customerId) return { isNew };
  try {
    await ctx.syncQueue.send({ customerId: stored.customerId });
  } catch (error) {
    // The customer is marked dirty: the next cron run enqueues it.
    logEvent("error", "sync.enqueue_failed", {
      request_id: ctx.requestId,
      error: summarizeError(error),
    });
  }
  return { isNew };
}
