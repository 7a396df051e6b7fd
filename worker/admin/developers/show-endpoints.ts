import type { Ctx } from "../../context.ts";
import { listEndpoints, showEndpoint } from "../../webhooks/endpoints.ts";
import { countWaiting, listLastAttempts } from "./endpoints.query.ts";
import { fail } from "../../errors.ts";
import { toWireEvent } from "../../feed/wire-event.ts";
import { showDelivery } from "../../webhooks/deliveries.ts";
import { findFeedEvent, mapUserNames } from "./developers.query.ts";

export type ShownEndpoint = Awaited<ReturnType<typeof showEndpoints>>["endpoints"][number];

/** Lists the endpoints, oldest first. */
export async function showEndpoints(ctx: Ctx) {
  const [endpoints, attempts] = await Promise.all([
    listEndpoints(ctx),
    listLastAttempts(ctx.db, ctx.config.stripe.mode),
  ]);
  return {
    endpoints: endpoints.map((endpoint) => {
      const last = attempts.find(({ endpointId }) => endpointId === endpoint.id);
      return {
        ...endpoint,
        /** RFC 3339; null without a recent attempt. */
        lastAttemptAt: last ? new Date(last.at).toISOString() : null,
        /** The HTTP status that it was answered with; null without an answer. */
        lastStatus: last?.status ?? null,
      };
    }),
  };
}

export type EndpointDetails = Awaited<ReturnType<typeof showEndpointDetails>>;

/** Returns one endpoint with how many events it has not got yet, and who created it. @throws `not_found` */
export async function showEndpointDetails(ctx: Ctx, input: { id: string }) {
  const endpoint = await showEndpoint(ctx, input);
  const [waiting, names] = await Promise.all([
    countWaiting(ctx.db, endpoint.id),
    mapUserNames(ctx.db, [endpoint.createdBy ?? ""]),
  ]);
  return { ...endpoint, waiting, createdByName: names.get(endpoint.createdBy ?? "") ?? null };
}

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
    findFeedEvent(ctx, ctx.config.stripe.mode, sequence),
  ]);
  return { ...delivery, url, endpointStatus: status, event: event ? toWireEvent(event) : null };
}
