import { cpSync, readdirSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { once } from "node:events";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, inject } from "vitest";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import type { ShopBindings, ShopEnvironment } from "../../scripts/shop/with-shop.ts";
import type { RunningShop } from "../../scripts/start/start-shop.ts";
import { shopVars, startShopSandbox } from "../../scripts/shop/parts.ts";
import type { InitialState } from "./states.ts";

type ShopOptions = {
  /** What it starts from: by default the demo catalog, with the pictures of its links. */
  from?: InitialState;
  /** Starts with other code. Creates the state in an empty directory, and returns the directory of a built Worker. */
  prepare?: (stateDir: string) => Promise<string>;
  /** `https` uses a self-signed certificate. */
  protocol?: "http" | "https";
};

/** The journeys' own way of running a shop knows its bindings; the first start's doesn't. */
type TestShop = RunningShop & {
  getBindings?: () => Promise<ShopBindings>;
  run?: (changes: { workerDir?: string; stateDir?: string }) => Promise<void>;
};

let shop: TestShop | undefined;

/** Starts a shop for the journeys of one file. No other file uses it, so they need no cleanup. */
export const useShop = (options: ShopOptions = {}) => useShopFrom(() => startCopy(options));

/** Starts the shop exactly as the first `npm start` does. Slower than `useShop`. */
export const useStartedShop = () => useShopFrom(startForTheFirstTime);

function useShopFrom(startShop: () => Promise<TestShop>): void {
  beforeAll(async () => {
    rmSync(stateDir(), { recursive: true, force: true });
    shop = await startShop();
  });
  afterAll(async () => {
    await shop?.stop();
    shop = undefined;
  });
}

/** The state of the file's shop. One directory per vitest worker, which runs one file at a time. */
export const stateDir = () => join(inject("shopsDir"), `shop-${process.env["VITEST_POOL_ID"]}`);

/** The origin of the file's shop. */
export const shopUrl = () => getRunningShop().url;

/** The origin of the sandbox that belongs to the shop. */
export const sandboxUrl = () => getRunningShop().sandboxUrl;

/** The directory of the shop's local D1, queues and R2. */
export const persistencePath = () => join(stateDir(), "state", "v3");

/** The bindings of a shop of `useShop`. */
export function shopBindings(): Promise<ShopBindings> {
  const { getBindings } = getRunningShop();
  if (!getBindings) throw new Error("Only a shop of useShop() shares its bindings.");
  return getBindings();
}

/** The environment of a shop of `useShop`, for verbs and commands that a journey runs beside the Worker. */
export const shopEnvironment = (): ShopEnvironment => ({
  getBindings: shopBindings,
  vars: { STRIPE_API_URL: sandboxUrl() },
});

function getRunningShop(): TestShop {
  if (!shop) throw new Error("No shop is running. Call useShop() in this file.");
  return shop;
}

const copyInitialState = (from: InitialState) =>
  cpSync(join(inject("e2eDir"), from), stateDir(), { recursive: true });

async function startForTheFirstTime(): Promise<RunningShop> {
  // A dynamic import, because this module loads the whole Worker.
  const { startShop } = await import("../../scripts/start/start-shop.ts");
  return startShop({
    port: await findFreePort(),
    sandboxPort: await findFreePort(),
    stateDir: stateDir(),
    fresh: false,
    content: "lived",
    isBuilt: process.env["E2E_BUILD"] === "dist",
    log: () => {},
  });
}

async function startCopy({ from = "seeded", protocol = "http", prepare }: ShopOptions) {
  const workerDir = await prepare?.(stateDir());
  if (!prepare) copyInitialState(from);
  for (let attempts = 1; ; attempts++) {
    try {
      return await startAt(await findFreePort(), protocol, workerDir);
    } catch (error) {
      // Another process may have taken the port in the meantime.
      if (attempts === 5 || !/address already in use/i.test(String(error))) throw error;
    }
  }
}

/** Runs the Worker like `wrangler dev`, but without its proxy, and with the bundle that all shops share. */
async function startAt(
  port: number,
  protocol: "http" | "https",
  workerDir = join(inject("e2eDir"), "worker"),
) {
  const dir = stateDir();
  const url = `${protocol}://localhost:${port}`;
  const sandbox = await startShopSandbox({ port: 0, stateDir: join(dir, "sandbox"), appUrl: url });
  const options = { url, sandboxUrl: sandbox.url, workerDir, stateDir: dir };
  const worker = new Miniflare(toWorkerOptions(options));
  const stop = async () => {
    await worker.dispose();
    await sandbox.stop();
  };
  try {
    await worker.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    sandboxUrl: sandbox.url,
    stop,
    getBindings: () => worker.getBindings<ShopBindings>(),
    run: (changes: { workerDir?: string; stateDir?: string }) =>
      worker.setOptions(toWorkerOptions({ ...options, ...changes })),
  };
}

/** @param options.workerDir the modules of a built Worker */
function toWorkerOptions(options: {
  url: string;
  sandboxUrl: string;
  workerDir: string;
  stateDir: string;
}) {
  const { url, sandboxUrl, workerDir } = options;
  const { port, protocol } = new URL(url);
  const { workerOptions } = unstable_getMiniflareWorkerOptions("wrangler.toml", undefined, {
    overrides: { assets: { directory: join(inject("e2eDir"), "client") } },
  });
  return convertV4MiniflareOptions({
    host: "127.0.0.1",
    port: Number(port),
    https: protocol === "https:",
    resourcePersistencePath: join(options.stateDir, "state", "v3"),
    unsafeTriggerHandlers: true,
    logRequests: false,
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error") console.error(message);
    },
    workers: [
      {
        ...workerOptions,
        name: "gatehouse",
        modules: listModules(workerDir),
        bindings: { ...(workerOptions.bindings as object), ...shopVars(url, sandboxUrl) },
      },
    ],
  });
}

/**
 * Replaces the code of the file's shop, as a deployment does. Its database, queues and files stay.
 * @param workerDir the modules of a built Worker
 */
export const deployCode = (workerDir: string): Promise<void> => change({ workerDir });

/**
 * Starts the file's shop with other data, at the same URL and with the same sandbox.
 * @param stateDir has what `stateDir()` of a shop has
 */
export const startWithState = (stateDir: string): Promise<void> => change({ stateDir });

async function change(changes: { workerDir?: string; stateDir?: string }): Promise<void> {
  const { run } = getRunningShop();
  if (!run) throw new Error("Only a shop of useShop() can be changed.");
  await run(changes);
}

/** Lists the modules of a built Worker, its entry first. */
function listModules(dir: string) {
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const others = names.filter((name) => name !== "index.js");
  return ["index.js", ...others].map((name) => ({
    type: "ESModule" as const,
    path: join(dir, name),
  }));
}

/** Finds a port that is free on every address of this machine. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Runs the Worker's scheduled handler now. Miniflare serves it at this path, not at wrangler's older one. */
export async function runScheduledJob(cron: string): Promise<void> {
  const query = new URLSearchParams({ cron });
  const response = await fetch(`${shopUrl()}/cdn-cgi/local/scheduled?${query}`);
  expect(await response.text()).toBe("ok");
}
