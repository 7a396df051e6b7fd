import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { text } from "node:stream/consumers";

/** Wrangler's own recording of every request, for pages that are not opened here. Set to "true" to keep it. */
const TRACING = "X_LOCAL_OBSERVABILITY";
export const isTracing = process.env[TRACING] === "true";

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
