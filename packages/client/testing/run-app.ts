import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

export type RunningApp = {
  url: string;
  /** What it printed so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Returns a port that was free a moment ago. */
export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * Runs a server in a process of its own, and waits until it accepts connections.
 * @throws Error with what it printed if it ends first
 */
export async function runServer(
  dir: string,
  file: string,
  env: { PORT: string } & Record<string, string>,
): Promise<RunningApp> {
  const url = `http://localhost:${env.PORT}`;
  const app = startProcess(dir, file, env);
  while (!(await accepts(url))) {
    if (app.hasEnded()) throw new Error(`${file} ended:\n${app.output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return { url, output: app.output, stop: app.stop };
}

/**
 * Runs a script to its end.
 * @returns what it printed
 * @throws Error with what it printed if it fails
 */
export async function runScript(
  dir: string,
  file: string,
  env: Record<string, string>,
): Promise<string> {
  const app = startProcess(dir, file, env);
  const code = await app.ended;
  if (code !== 0) throw new Error(`${file} exited with code ${code}:\n${app.output()}`);
  return app.output();
}

function startProcess(dir: string, file: string, env: Record<string, string>) {
  // Only these variables: an app must not depend on what the tests run with.
  const child = spawn(process.execPath, [file], {
    cwd: dir,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  child.stdout.on("data", (chunk) => (text += chunk));
  child.stderr.on("data", (chunk) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return {
    output: () => text,
    ended,
    hasEnded: () => child.exitCode !== null,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).body?.cancel();
    return true;
  } catch {
    return false;
  }
}
