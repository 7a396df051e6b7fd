import { join } from "node:path";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { writeConfig } from "../deploy/deploy-shop.ts";
import { findDatabase } from "../deploy/resources.ts";
import { runCommand } from "../deploy/runner.ts";
import { readSettings, readWorkerName } from "../deploy/settings.ts";
import type { ShopEnvironment } from "./with-shop.ts";
import { getStateDir, readPorts, type ShopPorts } from "./ports.ts";
import { isNoted } from "./running-worker.ts";

/** Returns the environment of the shop of `npm start`. It must be running, because its sandbox replaces Stripe. */
export function getLocalShopEnvironment(): ShopEnvironment {
  const ports = readPorts();
  const sandboxUrl = `http://127.0.0.1:${ports.sandboxPort}`;
  return {
    persistTo: join(findRunningStateDir(ports), "state", "v3"),
    vars: { STRIPE_API_URL: sandboxUrl, CLOCK_URL: `${sandboxUrl}/_sandbox/clock` },
  };
}

/**
 * Loads the environment of a deployed shop: its settings, and its database through a remote binding.
 * @throws Error for settings that the Worker would refuse, or if the account has no such database
 */
export async function loadDeployedShopEnvironment(
  env: NodeJS.ProcessEnv,
): Promise<ShopEnvironment & { configPath: string }> {
  const settings = readSettings(env);
  const name = readWorkerName(env);
  const databaseId = await findDatabase(await openCloudflareAccount(runCommand, env), name);
  if (!databaseId)
    throw new Error(
      "This account has no database for the shop. Deploy the shop first: npm run deploy",
    );
  const configPath = writeConfig({ name, settings }, { databaseId, removedSecrets: [] });
  return { configPath, persistTo: false, vars: { ...settings.vars, ...settings.secrets } };
}

/** The empty shop has the same ports as the other, and only one of them runs. */
function findRunningStateDir(ports: ShopPorts): string {
  const empty = getStateDir(ports, { isEmpty: true });
  return isNoted(empty) ? empty : getStateDir(ports);
}
