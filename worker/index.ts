import { answerRequest } from "./answer-request.ts";
import { hasReadReplicas } from "./config/config.ts";
import { readClockOffset } from "./clock.ts";
import { createContext, type SyncMessage, type WebhookMessage } from "./context.ts";
import { answerFromReplica } from "./http/answer-from-replica.ts";
import { measureJob, measureRequest } from "./metrics/measure-work.ts";
import { openMetrics } from "./metrics/metrics.ts";
import { processDeadLetters, processSyncBatch } from "./sync/process-queue.ts";
import { nameJob, runCron } from "./run-cron.ts";
import { enqueueWebhooks } from "./webhooks/enqueue-webhooks.ts";
import { processWebhookBatch } from "./webhooks/process-queue.ts";

function answer(request: Request, env: Env, execution: ExecutionContext): Promise<Response> {
  return hasReadReplicas(env)
    ? answerFromReplica(answerRequest, request, env, execution)
    : answerRequest(request, env, execution);
}

export default {
  fetch(request: Request, env: Env, execution: ExecutionContext) {
    const metrics = openMetrics(env);
    return metrics
      ? measureRequest(answer, request, env, execution, metrics)
      : answer(request, env, execution);
  },

  async queue(batch, env, execution) {
    const clockOffsetMs = await readClockOffset(env);
    const job = batch.queue.endsWith("-webhooks")
      ? "webhooks"
      : batch.queue.endsWith("-dead")
        ? "dead_letters"
        : "sync";
    const work = async (counted: Env) => {
      const newCtx = () =>
        createContext(counted, execution, { type: "system", job: batch.queue }, clockOffsetMs);
      if (job === "webhooks")
        return processWebhookBatch(newCtx, batch as MessageBatch<WebhookMessage>);
      const syncBatch = batch as MessageBatch<SyncMessage>;
      if (job === "dead_letters") await processDeadLetters(newCtx(), syncBatch);
      else await processSyncBatch(newCtx, syncBatch);
      // The syncs may have recorded events.
      await enqueueWebhooks(newCtx());
    };
    await measureJob(work, env, { job, messages: batch.messages.length }, openMetrics(env));
  },

  async scheduled({ cron }, env, execution) {
    const clockOffsetMs = await readClockOffset(env);
    const actor = { type: "system", job: "cron" } as const;
    const work = (counted: Env) =>
      runCron(createContext(counted, execution, actor, clockOffsetMs), cron);
    await measureJob(work, env, { job: nameJob(cron), messages: 0 }, openMetrics(env));
  },
} satisfies ExportedHandler<Env, SyncMessage | WebhookMessage>;
