import type { Ctx } from "../context.ts";
import { listDueEndpointIds } from "./store-endpoints.ts";

/**
 * Enqueues every endpoint that has new events or due deliveries: after work that recorded events, and by cron. Reads
 * one row per endpoint.
 */
export async function enqueueWebhooks(ctx: Ctx): Promise<void> {
  const ids = await listDueEndpointIds(ctx.db, ctx.config.stripe.mode, ctx.now);
  if (ids.length === 0) return;
  await ctx.webhookQueue.sendBatch(ids.map((endpointId) => ({ body: { endpointId } })));
}
