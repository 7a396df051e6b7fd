import { createServer } from "node:net";

/** Returns the ports of the shop and the sandbox: `PORT` and `SANDBOX_PORT`, or else 8787 and 8788. */
export function portsFromEnv(): { port: number; sandboxPort: number } {
  return {
    port: Number(process.env["PORT"] ?? 8787),
    sandboxPort: Number(process.env["SANDBOX_PORT"] ?? 8788),
  };
}

/** Prints an error and exits if one of the ports is in use. */
export async function requireFreePorts(ports: number[]): Promise<void> {
  for (const port of ports) {
    if (await isFree(port)) continue;
    console.error(
      `Port ${port} is in use, perhaps by another \`npm start\`. Stop it, or use other ports: PORT=9000 SANDBOX_PORT=9001 npm start`,
    );
    process.exit(1);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once("error", () => resolve(false))
      .once("listening", () => probe.close(() => resolve(true)))
      .listen(port, "127.0.0.1");
  });
}
