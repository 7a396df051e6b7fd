import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  listBucketNames,
  getDeployConfigPath,
  listQueueNames,
  readCommittedConfig,
  toDeployConfig,
  type WranglerConfig,
} from "./config.ts";
import { ensureBucket, ensureDatabase, ensureQueue } from "./resources.ts";
import { runOrThrow, type CommandRunner } from "./runner.ts";
import type { Settings } from "./settings.ts";

/** A deployed shop. `configPath` is the path of the configuration it was deployed with. */
export type DeployedShop = { origin: string; configPath: string };

/** Builds the frontend into `dist/client`. Run it first, so that a failed build changes nothing in the account. */
export async function buildShop(runner: CommandRunner): Promise<void> {
  await runOrThrow(runner, "vite", ["build", "--config", "frontend/vite.config.ts"]);
}

/**
 * Creates the resources of a built shop in the account, and deploys it. Every step can be repeated. The database is
 * migrated before the new code is deployed, so the old code must work with the migrated database.
 * @param input.onMigrated runs between the migrations and the deployment, with the path of the configuration
 * @throws Error of the first failed step; the previous deployment keeps serving
 */
export async function deployShop(
  runner: CommandRunner,
  input: { name: string; settings: Settings; onMigrated?: (configPath: string) => Promise<void> },
): Promise<DeployedShop> {
  const { name, settings } = input;
  const { origin } = settings.config;
  const base = readCommittedConfig();
  const databaseId = await ensureDatabase(runner, name);
  for (const queue of listQueueNames(base, name)) await ensureQueue(runner, queue);
  for (const bucket of listBucketNames(base, name)) await ensureBucket(runner, bucket);
  const { vars, placementRegion } = settings;
  const config = toDeployConfig(base, { name, origin, databaseId, vars, placementRegion });
  const configPath = writeConfig(name, config);

  await runOrThrow(runner, "wrangler", [
    "d1",
    "migrations",
    "apply",
    name,
    "--remote",
    "--config",
    configPath,
  ]);
  await input.onMigrated?.(configPath);
  const secrets = JSON.stringify(settings.secrets);
  await runOrThrow(runner, "wrangler", ["secret", "bulk", "--name", name], { input: secrets });
  checkTargets(await deploy(runner, configPath), origin);
  return { origin, configPath };
}

function writeConfig(name: string, config: WranglerConfig): string {
  const path = getDeployConfigPath(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
  return path;
}

/** @returns the targets that wrangler deployed to; empty in a dry run */
async function deploy(runner: CommandRunner, configPath: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-deploy-"));
  const report = join(dir, "report.ndjson");
  try {
    await runOrThrow(runner, "wrangler", ["deploy", "--config", configPath], {
      env: { WRANGLER_OUTPUT_FILE_PATH: report },
    });
    return readTargets(readFileSync(report, { encoding: "utf8", flag: "a+" }));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Returns the deployed targets from wrangler's report, which has one JSON object per line. */
export function readTargets(report: string): string[] {
  const lines = report.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => JSON.parse(line) as { type: string; targets?: string[] });
  return entries.flatMap((entry) => (entry.type === "deploy" ? (entry.targets ?? []) : []));
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
