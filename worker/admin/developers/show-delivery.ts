import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { toWireEvent, type WireEvent } from "../../feed/wire-event.ts";
import { showDelivery } from "../../webhooks/deliveries.ts";
import { showEndpoint } from "../../webhooks/endpoints.ts";
import type { WireDelivery } from "../../webhooks/wire-delivery.ts";
import type { WireEndpoint } from "../../webhooks/wire-endpoint.ts";
import { findFeedEvent } from "./feed.query.ts";

/** A delivery with its endpoint and its event, which is the body of the request. Null if the feed lost the event. */
export type DeliveryDetails = WireDelivery & {
  url: string;
  endpointStatus: WireEndpoint["status"];
  event: WireEvent | null;
};

/**
 * Returns one delivery.
 * @throws `not_found`, also if the delivery is of another endpoint
 */
export async function showDeliveryDetails(
  ctx: Ctx,
  input: { endpointId: string; id: string },
): Promise<DeliveryDetails> {
  const delivery = await showDelivery(ctx, { id: input.id });
  if (delivery.endpointId !== input.endpointId) throw fail("not_found");
  const sequence = Number(delivery.eventId.slice("evt_".length));
  const [{ url, status }, event] = await Promise.all([
    showEndpoint(ctx, { id: input.endpointId }),
    findFeedEvent(ctx.db, ctx.config.stripe.mode, sequence),
  ]);
  return { ...delivery, url, endpointStatus: status, event: event ? toWireEvent(event) : null };
}
