import type { Ctx, WebhookMessage } from "../context.ts";
import { logFailure } from "../lib/log.ts";
import { MINUTE, SECOND } from "../lib/time.ts";
import { deliverEvents } from "./deliver-events.ts";

/** Attempts per invocation, shared by the endpoints of its batch: an invocation's subrequests are limited. */
const ATTEMPTS_PER_BATCH = 40;

/** Cron runs as often, so a run that is due later needs no message. */
const CRON_INTERVAL_MS = 5 * MINUTE;

const RETRY_SECONDS = 10;

/**
 * Processes one batch of the webhook queue. The endpoints are worked on at the same time, so a slow one delays no
 * other. Several messages for one endpoint cause one run. If more is due afterward, the endpoint is enqueued again.
 * @param newCtx returns a new context with the current time
 */
export async function processWebhookBatch(
  newCtx: () => Ctx,
  batch: MessageBatch<WebhookMessage>,
): Promise<void> {
  const groups = Map.groupBy(batch.messages, ({ body }) => body.endpointId);
  const limit = Math.max(1, Math.floor(ATTEMPTS_PER_BATCH / groups.size));
  await Promise.all(
    [...groups].map(async ([endpointId, messages]) => {
      const ctx = newCtx();
      try {
        const nextRunAt = await deliverEvents(ctx, { endpointId, limit });
        if (nextRunAt !== null) await enqueueRun(ctx, endpointId, nextRunAt);
      } catch (error) {
        logFailure(ctx, "webhook.run_failed", error, { endpoint: endpointId });
        for (const message of messages) message.retry({ delaySeconds: RETRY_SECONDS });
      }
    }),
  );
}

/** Enqueues the next run of an endpoint, unless cron comes first. */
async function enqueueRun(ctx: Ctx, endpointId: string, at: number): Promise<void> {
  const delayMs = Math.max(0, at - ctx.now);
  if (delayMs > CRON_INTERVAL_MS) return;
  await ctx.webhookQueue.send({ endpointId }, { delaySeconds: Math.ceil(delayMs / SECOND) });
}
