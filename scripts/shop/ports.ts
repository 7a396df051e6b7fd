import { createServer } from "node:net";
import { join } from "node:path";

const DEFAULT_PORTS = { port: 8787, sandboxPort: 8788 };

/** The ports of a shop and its sandbox. */
export type ShopPorts = { port: number; sandboxPort: number };

/**
 * Returns the ports of the shop and the sandbox: `PORT` and `SANDBOX_PORT`, or else 8787 and 8788.
 * @throws Error if one is no port, or if both are the same
 */
export function readPorts(env: Record<string, string | undefined> = process.env): ShopPorts {
  const port = readPort(env, "PORT", DEFAULT_PORTS.port);
  const sandboxPort = readPort(env, "SANDBOX_PORT", DEFAULT_PORTS.sandboxPort);
  if (port === sandboxPort)
    throw new Error(`PORT and SANDBOX_PORT are both ${port}. Give the sandbox a port of its own.`);
  return { port, sandboxPort };
}

function readPort(env: Record<string, string | undefined>, name: string, fallback: number): number {
  const value = env[name];
  if (value === undefined || value === "") return fallback;
  const port = /^\d{1,5}$/.test(value) ? Number(value) : 0;
  if (port < 1 || port > 65_535)
    throw new Error(`${name} is "${value}", but must be a number from 1 to 65535.`);
  return port;
}

/**
 * Returns the directory with the database and the sandbox of the shop at these ports. Each pair of ports has one of its
 * own, so that two shops of one clone never share a database or a webhook endpoint.
 * @param options.isEmpty that of the shop that begins empty. It is beside the other, so that neither deletes the other
 */
export function getStateDir(
  { port, sandboxPort }: ShopPorts,
  options: { isEmpty?: boolean } = {},
): string {
  const isDefault = port === DEFAULT_PORTS.port && sandboxPort === DEFAULT_PORTS.sandboxPort;
  const dir = isDefault ? ".wrangler" : join(".wrangler", `shop-${port}-${sandboxPort}`);
  return options.isEmpty ? join(dir, "empty") : dir;
}

/** @throws Error if one of the ports is in use */
export async function requireFreePorts(ports: number[]): Promise<void> {
  for (const port of ports)
    if (!(await isFree(port)))
      throw new Error(
        `Port ${port} is in use, perhaps by another \`npm start\`. Stop it, or use other ports: PORT=9000 SANDBOX_PORT=9001 npm start`,
      );
}

/** Returns whether nothing listens on a port of this machine. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .once("listening", () => probe.close(() => resolve(true)))
      .listen(port, "127.0.0.1");
  });
}
