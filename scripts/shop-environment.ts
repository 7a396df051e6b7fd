import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configPathOf, readCommittedConfig, toDeployConfig } from "./deploy-config.ts";
import { ensureDatabase } from "./deploy-resources.ts";
import { run, type Runner } from "./deploy-runner.ts";
import { readSettings } from "./deploy-settings.ts";
import type { ShopPlace } from "./with-shop.ts";
import { portsFromEnv } from "./ports.ts";

/** The shop of `npm start`, which has to be running: its sandbox is the Stripe that is asked. */
export function localPlace(): ShopPlace {
  return {
    persistTo: join(".wrangler", "state", "v3"),
    vars: { STRIPE_API_URL: `http://127.0.0.1:${portsFromEnv().sandboxPort}` },
  };
}

/**
 * A deployed shop: its own settings, and its own database by a remote binding.
 * @throws Error for settings that the Worker would refuse, and where there is no such shop in the account
 */
export async function deployedPlace(env: NodeJS.ProcessEnv): Promise<ShopPlace> {
  const settings = readSettings(env);
  const base = readCommittedConfig();
  const name = base.name ?? "gatehouse";
  const databaseId = await ensureDatabase(refuseToCreate, name);
  const { vars, secrets } = settings;
  const config = toDeployConfig(base, { name, origin: settings.config.origin, databaseId, vars });
  const configPath = configPathOf(name);
  mkdirSync(dirname(configPath), { recursive: true });
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
  return { configPath, persistTo: false, vars: { ...vars, ...secrets } };
}

const refuseToCreate: Runner = (command, args, options) => {
  if (args.includes("create"))
    throw new Error("This account has no database of the shop. Deploy it first: npm run deploy");
  return run(command, args, options);
};
