import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { getDeployConfigPath, readCommittedConfig, toDeployConfig } from "../deploy/config.ts";
import { ensureDatabase } from "../deploy/resources.ts";
import { runCommand, type CommandRunner } from "../deploy/runner.ts";
import { readSettings } from "../deploy/settings.ts";
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
): Promise<ShopEnvironment> {
  const settings = readSettings(env);
  const base = readCommittedConfig();
  const name = base.name ?? "gatehouse";
  const databaseId = await ensureDatabase(runWithoutCreate, name);
  const { vars, secrets } = settings;
  const config = toDeployConfig(base, { name, origin: settings.config.origin, databaseId, vars });
  const configPath = getDeployConfigPath(name);
  mkdirSync(dirname(configPath), { recursive: true });
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
  return { configPath, persistTo: false, vars: { ...vars, ...secrets } };
}

const runWithoutCreate: CommandRunner = (command, args, options) => {
  if (args.includes("create"))
    throw new Error(
      "This account has no database for the shop. Deploy the shop first: npm run deploy",
    );
  return runCommand(command, args, options);
};

/** The empty shop has the same ports as the other, and only one of them runs. */
function findRunningStateDir(ports: ShopPorts): string {
  const empty = getStateDir(ports, { isEmpty: true });
  return isNoted(empty) ? empty : getStateDir(ports);
}
