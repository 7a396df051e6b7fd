import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { logFailure } from "../../lib/log.ts";
import { payloadExpiryOf, readPayloads } from "../../sync/inbox/payload-objects.ts";
import { findEventWithUser, type EventWithUser } from "./events.query.ts";

export type EventDetails = Awaited<ReturnType<typeof showEvent>>;

/**
 * Returns one event. `payload` is the JSON that Stripe sent; it is only displayed, never used as state. Null if it was
 * removed at `payloadRemovedAt`, is not in R2, or, as `isPayloadUnavailable` says, if R2 does not answer.
 * @throws `not_found`
 */
export async function showEvent(ctx: Ctx, input: { id: string }) {
  const { mode } = ctx.config.stripe;
  const row = await findEventWithUser(ctx.db, mode, input.id);
  if (!row) throw fail("not_found");
  const { rowid: _rowid, dirtySeq: _dirtySeq, ...event } = row;
  const payloadRemovedAt = payloadRemovedAtOf(ctx, event);
  let payload: string | null = null;
  let isPayloadUnavailable = false;
  try {
    payload = await readPayloadOf(ctx, event);
  } catch (error) {
    logFailure(ctx, "payloads.unavailable", error, { stripe_event: event.id });
    isPayloadUnavailable = true;
  }
  return { ...event, payload, payloadRemovedAt, isPayloadUnavailable, mode };
}

type EventOfPayload = Pick<EventWithUser, "id" | "receivedAt" | "payloadRemovedAt" | "payload">;

/**
 * Returns the payload of an event, from the database or from R2; null if it was removed.
 * @throws `unavailable` if R2 does not answer
 */
export async function readPayloadOf(ctx: Ctx, event: EventOfPayload): Promise<string | null> {
  if (payloadRemovedAtOf(ctx, event) !== null) return null;
  if (event.payload !== null) return event.payload;
  const { mode } = ctx.config.stripe;
  return (await readPayloads(ctx, [{ ...event, mode }])).get(event.id) ?? null;
}

/** Returns when the payload of an event was removed, or since when it is too old; null if it is there. */
export function payloadRemovedAtOf(
  ctx: Ctx,
  event: Pick<EventOfPayload, "receivedAt" | "payloadRemovedAt">,
): number | null {
  const expiry = payloadExpiryOf(ctx, event);
  return event.payloadRemovedAt ?? (expiry <= ctx.now ? expiry : null);
}
