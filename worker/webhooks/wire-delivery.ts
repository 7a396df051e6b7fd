import { toEventId } from "../feed/wire-event.ts";
import { AFTER_EARLIER, type DeliveryRow, type DeliveryWithEvent } from "./store-deliveries.ts";
import { pick } from "../lib/pick.ts";
import { toIsoTime } from "../lib/time.ts";

/** A delivery as the API and the console show it. Times are RFC 3339; the answer is that to the latest attempt. */
export type WireDelivery = {
  id: string;
  endpointId: string;
  eventId: string;
  /** The event's type and user; the type is null if the feed no longer has the event. */
  type: string | null;
  customerId: string | null;
  status: DeliveryRow["status"];
  attempts: number;
  attemptedAt: string | null;
  /** Null if it is finished, or waits for an earlier event of the same customer. */
  nextAttemptAt: string | null;
  error: string | null;
  responseStatus: number | null;
  responseBody: string | null;
  durationMs: number | null;
  createdAt: string;
};

/** Returns a delivery for the API and the console. */
export function toWireDelivery({ delivery, event }: DeliveryWithEvent): WireDelivery {
  const { status, nextAttemptAt, userId } = delivery;
  const isScheduled = status === "pending" && nextAttemptAt < AFTER_EARLIER;
  return {
    id: delivery.id,
    endpointId: delivery.endpointId,
    eventId: toEventId(delivery.sequence),
    type: event?.type ?? null,
    customerId: userId === "" ? null : userId,
    status,
    attempts: delivery.attempts,
    attemptedAt: toIsoTime(delivery.attemptedAt),
    nextAttemptAt: toIsoTime(isScheduled ? nextAttemptAt : null),
    ...pick(delivery, ["error", "responseStatus", "responseBody", "durationMs"]),
    createdAt: toIsoTime(delivery.createdAt),
  };
}
