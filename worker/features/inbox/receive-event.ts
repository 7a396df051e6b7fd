import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { subjectOf, verifyEvent } from "../../stripe/events.ts";
import { findEvent, insertEvent, markCustomerOfNewEvent, type NewEvent } from "./store.ts";

/**
 * Takes one delivery: verify the raw text, persist, enqueue. No call to Stripe is made here.
 * A delivery that was seen before changes nothing; if its work is still open it is enqueued again, since the first
 * time may have died between the two steps.
 * @throws `webhook_signature`, `webhook_mode`; otherwise only when persisting failed, so that Stripe tries again
 */
export async function receiveEvent(
  ctx: Ctx,
  input: { rawBody: string; signature: string | undefined },
): Promise<void> {
  const event = await verifyEvent(ctx.stripe, ctx.config.stripe, { ...input, now: ctx.now });
  const row: NewEvent = {
    id: event.id,
    mode: ctx.config.stripe.mode,
    type: event.type,
    ...subjectOf(event),
    payload: input.rawBody,
    createdAt: fromStripeTime(event.created) ?? ctx.now,
    receivedAt: ctx.now,
  };
  await ctx.db.batch([insertEvent(ctx.db, row), markCustomerOfNewEvent(ctx.db, row)]);
  const stored = await findEvent(ctx.db, row.mode, row.id);
  if (stored?.status !== "received" || !stored.customerId) return;
  try {
    await ctx.syncQueue.send({ customerId: stored.customerId });
  } catch (error) {
    // The customer is marked dirty: the next cron run enqueues it.
    console.error(
      JSON.stringify({
        event: "sync.enqueue_failed",
        request_id: ctx.requestId,
        error: String(error),
      }),
    );
  }
}
