import type { Ctx } from "../../context.ts";
import { listEndpoints, showEndpoint } from "../../webhooks/endpoints.ts";
import type { WireEndpoint } from "../../webhooks/wire-endpoint.ts";
import { countWaiting, listLastAttempts } from "./store-endpoints.ts";

/**
 * An endpoint in the console's list. `lastAttemptAt` is RFC 3339, null without a recent attempt; `lastStatus` is the
 * HTTP status that it was answered with, null without an answer.
 */
export type ShownEndpoint = WireEndpoint & {
  lastAttemptAt: string | null;
  lastStatus: number | null;
};

/** Lists the endpoints, oldest first. */
export async function showEndpoints(ctx: Ctx): Promise<{ endpoints: ShownEndpoint[] }> {
  const [endpoints, attempts] = await Promise.all([
    listEndpoints(ctx),
    listLastAttempts(ctx.db, ctx.config.stripe.mode),
  ]);
  return {
    endpoints: endpoints.map((endpoint) => {
      const last = attempts.find(({ endpointId }) => endpointId === endpoint.id);
      return {
        ...endpoint,
        lastAttemptAt: last ? new Date(last.at).toISOString() : null,
        lastStatus: last?.status ?? null,
      };
    }),
  };
}

/** An endpoint with how many events it has not got yet. */
export type EndpointDetails = WireEndpoint & { waiting: { count: number; isCapped: boolean } };

/** Returns one endpoint. @throws `not_found` */
export async function showEndpointDetails(
  ctx: Ctx,
  input: { id: string },
): Promise<EndpointDetails> {
  const endpoint = await showEndpoint(ctx, input);
  return { ...endpoint, waiting: await countWaiting(ctx.db, endpoint.id) };
}
