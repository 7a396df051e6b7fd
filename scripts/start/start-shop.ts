import type { ChildProcess } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UNNAMED_SHOP } from "../../worker/config/refuse-example-values.ts";
import { readCommittedConfig } from "../deploy/config.ts";
import { restoreOrExplain } from "../seed/lived-shop/restore-shop.ts";
import { SNAPSHOT_PATH } from "../seed/lived-shop/snapshot-file.ts";
import { forgetRunningWorker, noteRunningWorker } from "../shop/running-worker.ts";
import { seedPortal, seedShop } from "../seed/seed-shop.ts";
import { seedStorefront } from "../seed/storefront.ts";
import { seedTranslations } from "../seed/translations.ts";
import { seedPurchases } from "../seed/purchases.ts";
import { migrateDatabase } from "../shop/migrate-database.ts";
import { buildFrontend, shopVars, startShopSandbox } from "../shop/parts.ts";
import { isTracing, startWorker, stopProcess, waitUntilReady } from "../shop/run-worker.ts";

/** The name and texts of a shop that is nobody's yet, instead of the demo's. */
const emptyShopVars = {
  SHOP_NAME: UNNAMED_SHOP,
  SHOP_LINE: "",
  EMAIL_FROM: `${UNNAMED_SHOP} <shop@example.com>`,
};

/** A running shop: the Worker under `wrangler dev`, and its sandbox. */
export type RunningShop = { url: string; sandboxUrl: string; stop(): Promise<void> };

/**
 * What a new shop begins with. `lived`: the snapshot of a shop with fourteen months of sales, and Bob's purchases.
 * `catalog`: the demo products and Bob's purchases. `empty`: nothing.
 */
export type ShopContent = "lived" | "catalog" | "empty";

/**
 * Builds, migrates, fills and starts the whole shop. Keeps existing data, so a second start is fast.
 * @param options.port the port for the browser
 * @param options.workerPort the Worker's port, if a proxy listens on `port`
 * @param options.stateDir the directory for the state of D1, queues and the sandbox, relative to the project
 * @throws Error if a step fails, after printing its output
 */
export async function startShop(options: {
  port: number;
  workerPort?: number;
  sandboxPort: number;
  stateDir: string;
  fresh: boolean;
  content: ShopContent;
  /** Leaves out the build of the frontend, which is in `dist` as it is now. */
  isBuilt?: boolean;
  log: (line: string) => void;
  /** Starts the proxy in front of the Worker. */
  onWorkerReady?: () => Promise<unknown>;
}): Promise<RunningShop> {
  const { port, stateDir, content, log } = options;
  const url = `http://localhost:${port}`;
  const workerState = join(stateDir, "state");
  const sandboxState = join(stateDir, "sandbox");
  if (options.fresh)
    for (const dir of [workerState, sandboxState]) rmSync(dir, { recursive: true, force: true });
  // What older versions recorded there.
  if (!isTracing)
    rmSync(join(workerState, "v3", "observability"), { recursive: true, force: true });

  if (!options.isBuilt) {
    log("Building the frontend …");
    await buildFrontend();
  }
  const isNew = !existsSync(join(workerState, "v3", "d1"));
  if (content === "lived" && isNew)
    await restoreOrExplain({
      path: SNAPSHOT_PATH,
      stateDir,
      shopUrl: url,
      sandboxUrl: `http://127.0.0.1:${options.sandboxPort}`,
      now: Date.now(),
      log,
    });
  log("Migrating the database …");
  await migrateDatabase(workerState);

  log("Starting the sandbox …");
  const crons = readCommittedConfig().triggers?.crons ?? [];
  const workerPort = options.workerPort ?? port;
  const sandbox = await startShopSandbox({
    port: options.sandboxPort,
    stateDir: sandboxState,
    appUrl: url,
    cron: {
      // Wrangler has no clock for scheduled jobs, but starts one on request. It listens on this machine only.
      url: `http://127.0.0.1:${workerPort}/cdn-cgi/handler/scheduled`,
      expressions: crons,
    },
  });
  // The shop has the time of its sandbox, so that both can be moved together.
  const vars = {
    ...shopVars(url, sandbox.url),
    CLOCK_URL: `${sandbox.url}/_sandbox/clock`,
    ...(content === "empty" && emptyShopVars),
  };

  // Renewals that were due while the shop was off happen now, and no Worker runs yet to receive their webhooks.
  const deliverHeld = await holdWebhooks(sandbox.url);

  let worker: ChildProcess | undefined;
  const stop = async () => {
    if (worker) await stopProcess(worker);
    forgetRunningWorker(stateDir);
    await sandbox.stop();
  };
  try {
    const environment = { persistTo: join(workerState, "v3"), vars };
    if (content === "empty") await seedPortal(environment);
    else {
      log("Seeding the demo catalog …");
      await seedShop(environment);
      // A restored snapshot has products already, but none of their translations, pictures and sounds.
      if (content === "lived" && isNew) {
        await seedTranslations(environment);
        await seedStorefront(environment);
      }
    }
    log("Starting the Worker …");
    worker = startWorker({ port: workerPort, workerState, vars });
    if (worker.pid !== undefined)
      noteRunningWorker(stateDir, { starterPid: process.pid, workerPid: worker.pid });
    await waitUntilReady(`http://127.0.0.1:${workerPort}/api/health`, new URL(url).host, worker);
    await options.onWorkerReady?.();
    await deliverHeld();
    if (content !== "empty") await seedPurchases({ url, sandboxUrl: sandbox.url });
    // What was due while the shop was off.
    for (const cron of crons) await startJob(sandbox.url, cron);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, sandboxUrl: sandbox.url, stop };
}

/**
 * Keeps the sandbox's webhooks back, unless another mode was chosen on its dashboard.
 * @returns a function that delivers them and returns to the ordinary mode
 */
async function holdWebhooks(sandboxUrl: string): Promise<() => Promise<void>> {
  const url = `${sandboxUrl}/_sandbox/webhooks`;
  const post = async (path: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    await answer.body?.cancel();
  };
  const { mode } = (await (await fetch(url)).json()) as { mode: string };
  // An earlier start may have been killed before it delivered.
  if (mode !== "deliver" && mode !== "hold") return async () => {};
  await post("", { mode: "hold" });
  return async () => {
    await post("", { mode: "deliver" });
    await post("/flush", {});
  };
}

/** Starts a scheduled job through the sandbox, which shows its outcome, and waits until it has ended. */
async function startJob(sandboxUrl: string, cron: string): Promise<void> {
  const body = JSON.stringify({ cron });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${sandboxUrl}/_sandbox/cron`, { method: "POST", headers, body });
  await response.body?.cancel();
}
