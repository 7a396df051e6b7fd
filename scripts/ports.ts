import { createServer } from "node:net";

/** Where the shop and its sandbox listen: `PORT` and `SANDBOX_PORT`, else 8787 and 8788. */
export function portsFromEnv(): { port: number; sandboxPort: number } {
  return {
    port: Number(process.env["PORT"] ?? 8787),
    sandboxPort: Number(process.env["SANDBOX_PORT"] ?? 8788),
  };
}

/** Ends the program with a sentence when something listens at one of the ports already. */
export async function requireFreePorts(ports: number[]): Promise<void> {
  for (const port of ports) {
    if (await isFree(port)) continue;
    console.error(
      `Port ${port} is taken, perhaps by a shop that runs already. Stop that, or choose others: PORT=9000 SANDBOX_PORT=9001 npm start`,
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
