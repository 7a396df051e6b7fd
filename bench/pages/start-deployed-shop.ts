import { withShop } from "../../scripts/shop/with-shop.ts";
import { saveLegalTexts } from "../../worker/settings/legal-pages.ts";
import { seedShop } from "../../scripts/seed/seed-shop.ts";
import { startWorker, stopProcess, waitUntilReady } from "../../scripts/shop/run-worker.ts";
import { prepareShop } from "../../scripts/shop/prepare-shop.ts";
import { createCertificate, startEdgeProxy } from "./edge-proxy.ts";

const STATE_DIR = ".wrangler/bench-pages";

/** A shop with the demo catalog, answered as a deployed Worker answers: see `startEdgeProxy`. */
export async function startDeployedShop(port: number) {
  const [sandboxPort, workerPort] = [port + 1, port + 2];
  const url = `https://localhost:${port}`;
  const { sandbox, vars, workerState } = await prepareShop({
    stateDir: STATE_DIR,
    url,
    sandboxPort,
  });
  const environment = { persistTo: `${workerState}/v3`, vars };
  await seedShop(environment);
  await withShop(environment, "bench", async (newCtx) => {
    const terms = "Please read them.\n\n".repeat(40);
    await saveLegalTexts(newCtx(), { terms, privacy: "", refunds: "", imprint: "" });
  });
  const certificate = createCertificate(STATE_DIR);
  const worker = startWorker({ port: workerPort, workerState, vars, certificate });
  const proxy = await startEdgeProxy({ port, workerPort, certificate });
  await waitUntilReady(`https://127.0.0.1:${workerPort}/api/health`, new URL(url).host, worker);
  return {
    url,
    sandboxUrl: sandbox.url,
    async stop() {
      proxy.close();
      await stopProcess(worker);
      await sandbox.stop();
    },
  };
}
