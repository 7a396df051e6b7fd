import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, readFileSync, rmSync } from "node:fs";
import { get as getOverHttp, type IncomingMessage } from "node:http";
import { get as getOverHttps } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { startSandbox } from "../packages/sandbox/main.ts";
import { seedCatalog } from "./seed-shop.ts";
import { seedPurchases } from "./seed-purchases.ts";

/** A running shop: the Worker under `wrangler dev`, and the sandbox it talks to. */
export type RunningShop = { url: string; sandboxUrl: string; stop(): Promise<void> };

/**
 * Builds, migrates, starts and seeds the whole shop. What is there already is kept, so a second start is quick.
 * @param options.port where a browser goes
 * @param options.protocol `https` comes with a certificate that wrangler makes and nobody trusts
 * @param options.isBare neither builds the storefront, which must be there, nor fills it
 * @param options.workerPort where the Worker listens, when something stands before it
 * @param options.stateDir where D1, queues and the sandbox keep their state, relative to the project
 * @throws when a step fails, after its own output
 */
export async function startShop(options: {
  port: number;
  protocol?: "http" | "https";
  workerPort?: number;
  sandboxPort: number;
  isBare?: boolean;
  stateDir: string;
  fresh: boolean;
  log: (line: string) => void;
  /** Starts what stands before the Worker. */
  beforeReady?: () => Promise<unknown>;
}): Promise<RunningShop> {
  const { port, protocol = "http", isBare = false, stateDir, log } = options;
  const url = `${protocol}://localhost:${port}`;
  const workerState = join(stateDir, "state");
  const sandboxState = join(stateDir, "sandbox");
  if (options.fresh)
    for (const dir of [workerState, sandboxState]) rmSync(dir, { recursive: true, force: true });
  if (!existsSync(".dev.vars")) copyFileSync(".dev.vars.example", ".dev.vars");
  const secrets = parseEnv(readFileSync(".dev.vars", "utf8"));

  if (!isBare) {
    log("Building the storefront …");
    await run("vite", ["build", "--config", "frontend/vite.config.ts", "--logLevel", "warn"]);
  }
  log("Migrating the database …");
  await run(
    "wrangler",
    ["d1", "migrations", "apply", "gatehouse", "--local", "--persist-to", workerState],
    { quiet: true },
  );

  log("Starting the sandbox …");
  const sandbox = await startSandbox({
    port: options.sandboxPort,
    stateDir: sandboxState,
    appUrl: url,
    webhookSecret: secrets["STRIPE_WEBHOOK_SECRET"]?.split(",")[0] ?? "",
    oidcClient: { id: "gatehouse", secret: secrets["OIDC_CLIENT_SECRET"] ?? "" },
  });
  const vars = {
    AUTH_URL: `${url}/api/auth`,
    OIDC_ISSUER: `${sandbox.url}/oidc`,
    STRIPE_API_URL: sandbox.url,
    EMAIL_API_URL: `${sandbox.url}/mail`,
  };

  let worker: ChildProcess | undefined;
  const stop = async () => {
    if (worker) await end(worker);
    await sandbox.stop();
  };
  try {
    if (!isBare) {
      log("Stocking the shelves …");
      await seedCatalog({ persistTo: join(workerState, "v3"), vars });
    }
    log("Starting the Worker …");
    worker = startWorker({ port: options.workerPort ?? port, protocol, workerState, vars });
    await options.beforeReady?.();
    await ready(`${url}/api/health`, worker);
    if (!isBare) await seedPurchases({ url, sandboxUrl: sandbox.url });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, sandboxUrl: sandbox.url, stop };
}

function startWorker(options: {
  port: number;
  protocol: "http" | "https";
  workerState: string;
  vars: Record<string, string>;
}): ChildProcess {
  const vars = Object.entries(options.vars).flatMap(([name, value]) => [
    "--var",
    `${name}:${value}`,
  ]);
  const child = spawn(
    "wrangler",
    [
      "dev",
      `--port=${options.port}`,
      `--local-protocol=${options.protocol}`,
      "--ip=127.0.0.1",
      "--inspector-port=0",
      `--persist-to=${options.workerState}`,
      "--log-level=error",
      "--show-interactive-dev-session=false",
      ...vars,
    ],
    // A group of its own: Ctrl-C is for us, and `end` then stops the group.
    { stdio: ["ignore", "inherit", "inherit"], detached: true },
  );
  // Whatever ends this process before its time leaves no Worker behind.
  process.once("exit", () => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  });
  return child;
}

/** Waits until the address answers 200; a Worker that ends first is an error, as is a minute without an answer. */
async function ready(url: string, worker: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  let last = "no answer";
  while (Date.now() < deadline) {
    if (worker.exitCode !== null)
      throw new Error("The Worker did not start; its message is above.");
    try {
      const { status, body } = await ask(url);
      if (status === 200) return;
      last = `${status} ${body}`;
    } catch (error) {
      last = String(error);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${url} is not ready: ${last}`);
}

/** What a GET answers. Over https from whoever listens on this machine: the certificate is checked by nobody. */
async function ask(url: string): Promise<{ status: number | undefined; body: string }> {
  const get = url.startsWith("https:") ? getOverHttps : getOverHttp;
  const [response] = (await once(get(url, { rejectUnauthorized: false }), "response")) as [
    IncomingMessage,
  ];
  return { status: response.statusCode, body: await text(response) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  process.kill(-child.pid, "SIGTERM");
  await ended;
}

async function run(
  command: string,
  args: string[],
  options: { quiet?: boolean } = {},
): Promise<void> {
  const child = spawn(command, args, {
    stdio: ["ignore", options.quiet ? "pipe" : "inherit", options.quiet ? "pipe" : "inherit"],
    // What is built is what people get, also where a test runner has said otherwise.
    env: { ...process.env, CI: "1", NODE_ENV: "production" },
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}\n${output}`);
}
