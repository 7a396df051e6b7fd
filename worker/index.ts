import { answerRequest } from "./answer-request.ts";
import { hasReadReplicas } from "./config/config.ts";
import { readClockOffset } from "./clock.ts";
import { createContext, type SyncMessage, type WebhookMessage } from "./context.ts";
import { answerFromReplica } from "./http/answer-from-replica.ts";
import { processDeadLetters, processSyncBatch } from "./sync/process-queue.ts";
import { runCron } from "./run-cron.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";
import { processWebhookBatch } from "./webhooks/process-queue.ts";

export default {
  fetch: (request: Request, env: Env, execution: ExecutionContext) =>
    hasReadReplicas(env)
      ? answerFromReplica(answerRequest, request, env, execution)
      : answerRequest(request, env, execution),

  async queue(batch, env, execution) {
    const clockOffsetMs = await readClockOffset(env);
    const newCtx = () =>
      createContext(env, execution, { type: "system", job: batch.queue }, clockOffsetMs);
    if (batch.queue.endsWith("-webhooks"))
      return processWebhookBatch(newCtx, batch as MessageBatch<WebhookMessage>);
    const syncBatch = batch as MessageBatch<SyncMessage>;
    if (batch.queue.endsWith("-dead")) await processDeadLetters(newCtx(), syncBatch);
    else await processSyncBatch(newCtx, syncBatch);
    // The syncs may have recorded events.
    await enqueueWebhooks(newCtx());
  },

  async scheduled({ cron }, env, execution) {
    const clockOffsetMs = await readClockOffset(env);
    const actor = { type: "system", job: "cron" } as const;
    await runCron(createContext(env, execution, actor, clockOffsetMs), cron);
  },
} satisfies ExportedHandler<Env, SyncMessage | WebhookMessage>;
