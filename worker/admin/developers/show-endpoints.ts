import type { Ctx } from "../../context.ts";
import { listEndpoints, showEndpoint } from "../../webhooks/endpoints.ts";
import { countWaiting, listLastAttempts } from "./endpoints.query.ts";

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

/** Returns one endpoint with how many events it has not got yet. @throws `not_found` */
export async function showEndpointDetails(ctx: Ctx, input: { id: string }) {
  const endpoint = await showEndpoint(ctx, input);
  return { ...endpoint, waiting: await countWaiting(ctx.db, endpoint.id) };
}
