import app from "./app.ts";
import { createContext, type SyncMessage } from "./context.ts";
import { workDeadLetters, workSyncBatch } from "./sync/process-queue.ts";
import { runCron } from "./run-cron.ts";

export default {
  fetch: app.fetch,

  async queue(batch, env, execution) {
    const newCtx = () => createContext(env, execution, { type: "system", job: batch.queue });
    if (batch.queue.endsWith("-dead")) await workDeadLetters(newCtx(), batch);
    else await workSyncBatch(newCtx, batch);
  },

  async scheduled({ cron }, env, execution) {
    await runCron(createContext(env, execution, { type: "system", job: "cron" }), cron);
  },
} satisfies ExportedHandler<Env, SyncMessage>;
