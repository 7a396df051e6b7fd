import app from "./app.ts";
import { createContext, type SyncMessage } from "./context.ts";
import { processDeadLetters, processSyncBatch } from "./sync/process-queue.ts";
import { runCron } from "./run-cron.ts";

export default {
  fetch: app.fetch,

  async queue(batch, env, execution) {
    const newCtx = () => createContext(env, execution, { type: "system", job: batch.queue });
    if (batch.queue.endsWith("-dead")) await processDeadLetters(newCtx(), batch);
    else await processSyncBatch(newCtx, batch);
  },

  async scheduled({ cron }, env, execution) {
    await runCron(createContext(env, execution, { type: "system", job: "cron" }), cron);
  },
} satisfies ExportedHandler<Env, SyncMessage>;
