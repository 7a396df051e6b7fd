import { rmSync } from "node:fs";
import type { Sandbox } from "@gatehouse/sandbox";
import { migrateDatabase } from "./migrate-database.ts";
import { buildFrontend, shopVars, startShopSandbox } from "./parts.ts";

/**
 * Prepares a new, empty shop for `wrangler dev`: builds the frontend, migrates the database and starts the sandbox.
 * @param options.url where the Worker will answer
 * @returns `vars` are the Worker's variables; `workerState` is its state directory
 */
export async function prepareShop(options: {
  stateDir: string;
  url: string;
  sandboxPort: number;
}): Promise<{ sandbox: Sandbox; vars: ReturnType<typeof shopVars>; workerState: string }> {
  const { stateDir, url, sandboxPort } = options;
  const workerState = `${stateDir}/state`;
  rmSync(stateDir, { recursive: true, force: true });
  await buildFrontend();
  await migrateDatabase(workerState);
  const sandbox = await startShopSandbox({
    port: sandboxPort,
    stateDir: `${stateDir}/sandbox`,
    appUrl: url,
  });
  return { sandbox, vars: shopVars(url, sandbox.url), workerState };
}
