import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { addDocsToShop } from "../docs/site/shop-docs.ts";
import { migrateRemoteDatabase } from "../shop/migrate-database.ts";
import {
  getDeployConfigPath,
  listBucketNames,
  listQueueNames,
  readCommittedConfig,
  toDeployConfig,
  type WranglerConfig,
} from "./config.ts";
import { deployVersion } from "./deploy-version.ts";
import { hearEmailEvents } from "./email-events.ts";
import { findLeftSecrets, toEmptyVariables } from "./removed-secrets.ts";
import { printNotice } from "./report.ts";
import { ensureBucket, ensureDatabase, ensureQueue, type Target } from "./resources.ts";
import { readRevision } from "./revision.ts";
import { runOrThrow, type CommandRunner } from "./runner.ts";
import type { Settings } from "./settings.ts";
import { waitUntilReady } from "./wait-until-ready.ts";

/** A deployed shop. `configPath` is the path of the configuration it was deployed with. */
export type DeployedShop = { origin: string; configPath: string; versionId: string };

/** The shop of one deployment: its Worker's name, and its settings. */
export type ShopToDeploy = { name: string; settings: Settings };

/**
 * Builds the frontend into `dist/client`. Run it first, so that a failed build changes nothing in the account.
 * @param options.hasDocs whether the shop also serves the documents
 */
export async function buildShop(
  runner: CommandRunner,
  { hasDocs = false }: { hasDocs?: boolean } = {},
): Promise<void> {
  await runOrThrow(runner, "vite", ["build", "--config", "frontend/vite.config.ts"]);
  if (hasDocs) await addDocsToShop(runner);
}

/**
 * Deploys a built shop, and waits until it is healthy. Every step can be repeated and does nothing the second time, so a
 * deployment that stopped is continued by deploying again. The database is migrated before the new code is deployed, so
 * the old code must work with the migrated database.
 * @param input.migrate applies the migrations, over the database's remote binding by default
 * @param input.onMigrated runs between the migrations and the deployment, with the path of the configuration
 * @param input.waitUntilReady waits for the version with this ID
 * @throws Error of the first failed step. Before the deployment itself, the previous version keeps serving
 */
export async function deployShop(
  target: Target,
  input: ShopToDeploy & {
    migrate?: (configPath: string) => Promise<unknown>;
    onMigrated?: (configPath: string) => Promise<void>;
    waitUntilReady?: (origin: string, versionId: string) => Promise<void>;
  },
): Promise<DeployedShop> {
  const { settings, migrate = migrateAndPrint } = input;
  const { origin } = settings.config;
  const configPath = await prepareAccount(target, input);
  await migrate(configPath);
  await input.onMigrated?.(configPath);
  const { secrets } = settings;
  const { versionId, targets } = await deployVersion(target.runner, {
    configPath,
    secrets,
    revision: readRevision(),
  });
  checkTargets(targets, origin);
  await (input.waitUntilReady ?? waitUntilReady)(origin, versionId);
  // Not before: an older version would take an event for a customer.
  await hearEmailEvents(
    target.account,
    JSON.parse(readFileSync(configPath, "utf8")) as WranglerConfig,
  );
  return { origin, configPath, versionId };
}

/**
 * Creates what the shop needs in the account and isn't there yet: its database, queues, and bucket. Then writes the
 * configuration that binds them.
 * @returns the path of the configuration
 */
export async function prepareAccount(
  target: Target,
  { name, settings }: ShopToDeploy,
): Promise<string> {
  const { place } = settings;
  const base = readCommittedConfig();
  const databaseId = await ensureDatabase(target, name, place);
  for (const queue of listQueueNames(base, name)) await ensureQueue(target, queue);
  for (const bucket of listBucketNames(base, name)) await ensureBucket(target, bucket, place);
  const { removed, unknown } = await findLeftSecrets(target.account, name, settings.secrets);
  if (removed.length > 0)
    printNotice(
      `Not in the settings anymore, so this deployment removes it: ${removed.join(", ")}`,
    );
  if (unknown.length > 0)
    printNotice(
      `The Worker has secrets that are no setting of the shop. To remove one, run: npx wrangler secret delete NAME --name ${name} (${unknown.join(", ")})`,
    );
  return writeConfig({ name, settings }, { databaseId, removedSecrets: removed });
}

/**
 * Writes the configuration of a deployment.
 * @returns its path
 */
export function writeConfig(
  { name, settings }: ShopToDeploy,
  account: { databaseId: string; removedSecrets: string[] },
): string {
  const { vars, placementRegion, hasMetrics, place, config } = settings;
  const path = getDeployConfigPath(name);
  const deployConfig: WranglerConfig = toDeployConfig(readCommittedConfig(), {
    name,
    origin: config.origin,
    databaseId: account.databaseId,
    vars: { ...vars, ...toEmptyVariables(account.removedSecrets) },
    placementRegion,
    hasMetrics,
    place,
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(deployConfig, null, 2)}\n`);
  return path;
}

async function migrateAndPrint(configPath: string): Promise<void> {
  console.log("Applying migrations …");
  const applied = await migrateRemoteDatabase(configPath, (name) => console.log(`  ${name}`));
  if (applied.length === 0) console.log("  The database is up to date.");
}

/** @throws Error if the shop was deployed on workers.dev at another URL than the one in AUTH_URL */
export function checkTargets(targets: string[], origin: string): void {
  const workersDevUrls = targets.filter((target) => /^https:\/\/\S+\.workers\.dev$/.test(target));
  if (
    !origin.endsWith(".workers.dev") ||
    workersDevUrls.length === 0 ||
    workersDevUrls.includes(origin)
  )
    return;
  throw new Error(
    `The shop was deployed at ${workersDevUrls.join(", ")}, but AUTH_URL is at ${origin}`,
  );
}
