import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { readCommittedConfig } from "./deploy-config.ts";
import { restoreOrExplain } from "./lived-shop/restore-shop.ts";
import { SNAPSHOT_PATH } from "./lived-shop/snapshot-file.ts";
import { forgetRunningWorker, noteRunningWorker } from "./running-worker.ts";
import { seedPortal, seedShop } from "./seed-shop.ts";
import { seedTranslations } from "./seed-translations.ts";
import { seedPurchases } from "./seed-purchases.ts";
import { migrateDatabase } from "./migrate-database.ts";
import { buildFrontend, shopVars, startShopSandbox } from "./shop-parts.ts";

/** Wrangler's own recording of every request, for pages that nobody opens here. Set to "true" to keep it. */
const TRACING = "X_LOCAL_OBSERVABILITY";
const isTracing = process.env[TRACING] === "true";

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

  log("Building the frontend …");
  await buildFrontend();
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
  const vars = { ...shopVars(url, sandbox.url), CLOCK_URL: `${sandbox.url}/_sandbox/clock` };

  // Renewals that were due while the shop was off happen now, and there is no Worker yet that could hear of them.
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
      // A restored snapshot has products already, but none of their translations.
      if (content === "lived" && isNew) await seedTranslations(environment);
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

/** Starts `wrangler dev` in a process group of its own. */
export function startWorker(options: {
  port: number;
  workerState: string;
  vars: Record<string, string>;
  /** The paths of a key and its certificate, to listen with HTTPS. */
  certificate?: { key: string; cert: string };
}): ChildProcess {
  const vars = Object.entries(options.vars).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
  const { certificate } = options;
  const child = spawn(
    "wrangler",
    [
      "dev",
      ...(certificate
        ? [
            "--local-protocol=https",
            `--https-key-path=${certificate.key}`,
            `--https-cert-path=${certificate.cert}`,
          ]
        : []),
      `--port=${options.port}`,
      "--ip=127.0.0.1",
      "--inspector-port=0",
      `--persist-to=${options.workerState}`,
      "--log-level=error",
      "--show-interactive-dev-session=false",
      ...vars,
    ],
    // In its own process group: Ctrl-C reaches only this process, and `stopProcess` then stops the group.
    {
      stdio: ["ignore", "inherit", "inherit"],
      detached: true,
      env: { ...process.env, [TRACING]: String(isTracing) },
    },
  );
  // Stops the Worker even if this process exits early.
  process.once("exit", () => {
    if (isRunning(child)) process.kill(-child.pid!, "SIGTERM");
  });
  return child;
}

/**
 * Waits until the URL responds with 200. Accepts any certificate of this machine's own.
 * @param host the shop's own host: the Worker rejects others
 * @throws Error if the Worker exits first, or after one minute
 */
export async function waitUntilReady(
  url: string,
  host: string,
  worker: ChildProcess,
): Promise<void> {
  const deadline = Date.now() + 60_000;
  let lastResult = "no response";
  while (Date.now() < deadline) {
    if (worker.exitCode !== null)
      throw new Error("The Worker failed to start. See its output above.");
    try {
      const { status, body } = await get(url, host);
      if (status === 200) return;
      lastResult = `${status} ${body}`;
    } catch (error) {
      lastResult = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} is not ready: ${lastResult}`);
}

/** Requests a URL with another host than its own, which `fetch` cannot. */
async function get(url: string, host: string): Promise<{ status: number; body: string }> {
  const options = { headers: { host }, rejectUnauthorized: false };
  const outgoing = (url.startsWith("https:") ? requestHttps : request)(url, options).end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

/**
 * Keeps the sandbox's webhooks back, unless somebody has chosen another mode on its dashboard.
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

/**
 * Ends a Worker and all its processes.
 * @param signal `SIGKILL` gives it no time to finish anything
 */
export async function stopProcess(
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL" = "SIGTERM",
): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid!, signal);
  await ended;
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}
