import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { toWireEvent, type WireEvent } from "../../feed/wire-event.ts";
import { findDelivery, type ListedDelivery } from "./deliveries.query.ts";

/** A delivery with what was sent and what came back. `responseBody` is the first kilobyte of the latest answer. */
export type DeliveryDetails = ListedDelivery & {
  url: string;
  responseBody: string | null;
  event: WireEvent;
};

/**
 * Returns one delivery. Its request body is the event as JSON.
 * @throws `not_found`
 */
export async function showDelivery(
  ctx: Ctx,
  input: { endpointId: string; id: string },
): Promise<DeliveryDetails> {
  const row = await findDelivery(ctx.db, { ...input, mode: ctx.config.stripe.mode });
  if (!row) throw fail("not_found");
  const { userId, data, eventCreatedAt, ...delivery } = row;
  const { sequence, type } = delivery;
  return {
    ...delivery,
    event: toWireEvent({ sequence, type, userId, data, createdAt: eventCreatedAt }),
  };
}
