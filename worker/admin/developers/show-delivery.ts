import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { toWireEvent } from "../../feed/wire-event.ts";
import { showDelivery } from "../../webhooks/deliveries.ts";
import { showEndpoint } from "../../webhooks/endpoints.ts";
import { findFeedEvent } from "./feed.query.ts";

export type DeliveryDetails = Awaited<ReturnType<typeof showDeliveryDetails>>;

/**
 * Returns one delivery with its endpoint and its event, which is the body of the request. Null if the feed lost the
 * event.
 * @throws `not_found`, also if the delivery is of another endpoint
 */
export async function showDeliveryDetails(ctx: Ctx, input: { endpointId: string; id: string }) {
  const delivery = await showDelivery(ctx, { id: input.id });
  if (delivery.endpointId !== input.endpointId) throw fail("not_found");
  const sequence = Number(delivery.eventId.slice("evt_".length));
  const [{ url, status }, event] = await Promise.all([
    showEndpoint(ctx, { id: input.endpointId }),
    findFeedEvent(ctx.db, ctx.config.stripe.mode, sequence),
  ]);
  return { ...delivery, url, endpointStatus: status, event: event ? toWireEvent(event) : null };
}
