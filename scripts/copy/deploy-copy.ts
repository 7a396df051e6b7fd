import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { openCloudflareAccount } from "../deploy/cloudflare-api.ts";
import { getDeployConfigPath, readCommittedConfig, type WranglerConfig } from "../deploy/config.ts";
import { buildShop } from "../deploy/deploy-shop.ts";
import { hearEmailEvents } from "../deploy/email-events.ts";
import { ensureQueue } from "../deploy/resources.ts";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import { migrateRemoteDatabase } from "../shop/migrate-database.ts";
import { toCopyConfig } from "./to-copy-config.ts";

/**
 * Deploys this release with the configuration of a copy that the deploy button has made. Its secrets are the Worker's
 * already. Settings may be missing: the shop says so itself.
 * @param copyPath the copy's wrangler.toml
 * @throws Error of the first failed step; the version before keeps serving
 */
export async function deployCopy(runner: CommandRunner, copyPath: string): Promise<void> {
  const copy = experimental_readRawConfig({ config: copyPath }).rawConfig as WranglerConfig;
  const config = toCopyConfig(readCommittedConfig(), copy);
  const configPath = getDeployConfigPath(config.name ?? "");
  mkdirSync(dirname(configPath), { recursive: true });
  writeFileSync(configPath, `${JSON.stringify(config, null, 2)}\n`);
  await buildShop(runner);
  const account = await openCloudflareAccount(runner, process.env);
  for (const { queue } of (config.queues?.consumers ?? []).toReversed())
    await ensureQueue({ runner, account }, queue);
  const applied = await migrateRemoteDatabase(configPath);
  console.log(`Applied ${applied.length} migrations`);
  await runOrThrow(runner, "wrangler", ["deploy", "--config", configPath]);
  await hearEmailEvents(account, config);
}
