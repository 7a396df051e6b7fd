import app from "./app.ts";
import { createContext, type SyncMessage } from "./context.ts";
import { requeueCustomers } from "./features/customers/requeue-customers.ts";
import { workDeadLetters, workSyncBatch } from "./features/customers/work-queue.ts";

export default {
  fetch: app.fetch,

  async queue(batch, env, execution) {
    const newCtx = () => createContext(env, execution, { type: "system", job: batch.queue });
    if (batch.queue.endsWith("-dead")) await workDeadLetters(newCtx(), batch);
    else await workSyncBatch(newCtx, batch);
  },

  async scheduled(_controller, env, execution) {
    await requeueCustomers(createContext(env, execution, { type: "system", job: "cron" }));
  },
} satisfies ExportedHandler<Env, SyncMessage>;
