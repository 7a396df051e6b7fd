import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  bucketNames,
  configPathOf,
  queueNames,
  readCommittedConfig,
  toDeployConfig,
  type WranglerConfig,
} from "./deploy-config.ts";
import { ensureBucket, ensureDatabase, ensureQueue } from "./deploy-resources.ts";
import { must, type Runner } from "./deploy-runner.ts";
import type { Settings } from "./deploy-settings.ts";

/** A deployed shop. `configPath` is the configuration it was deployed with. */
export type Deployed = { origin: string; configPath: string };

/** Builds the storefront into `dist/client`. Comes first: a branch that does not build touches nothing. */
export async function buildShop(runner: Runner): Promise<void> {
  await must(runner, "vite", ["build", "--config", "frontend/vite.config.ts"]);
}

/**
 * Makes what a built shop needs in the account, and deploys it. Every step can be repeated. The database is migrated
 * before the new code arrives, so a migration must leave the running code able to work.
 * @param input.migrated runs between the migrations and the deployment, with the configuration's path
 * @throws Error of the first step that failed; what was deployed before goes on serving
 */
export async function deployShop(
  runner: Runner,
  input: { name: string; settings: Settings; migrated?: (configPath: string) => Promise<void> },
): Promise<Deployed> {
  const { name, settings } = input;
  const { origin } = settings.config;
  const base = readCommittedConfig();
  const databaseId = await ensureDatabase(runner, name);
  for (const queue of queueNames(base, name)) await ensureQueue(runner, queue);
  for (const bucket of bucketNames(base, name)) await ensureBucket(runner, bucket);
  const config = toDeployConfig(base, { name, origin, databaseId, vars: settings.vars });
  const configPath = writeConfig(name, config);

  await must(runner, "wrangler", [
    "d1",
    "migrations",
    "apply",
    name,
    "--remote",
    "--config",
    configPath,
  ]);
  await input.migrated?.(configPath);
  const secrets = JSON.stringify(settings.secrets);
  await must(runner, "wrangler", ["secret", "bulk", "--name", name], { input: secrets });
  checkTargets(await deploy(runner, configPath), origin);
  return { origin, configPath };
}

function writeConfig(name: string, config: WranglerConfig): string {
  const path = configPathOf(name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
  return path;
}

/** @returns the addresses wrangler says it deployed to; none when it did not run */
async function deploy(runner: Runner, configPath: string): Promise<string[]> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-deploy-"));
  const report = join(dir, "report.ndjson");
  try {
    await must(runner, "wrangler", ["deploy", "--config", configPath], {
      env: { WRANGLER_OUTPUT_FILE_PATH: report },
    });
    return readTargets(readFileSync(report, { encoding: "utf8", flag: "a+" }));
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** Wrangler's report: a JSON object a line, of which the one of type `deploy` names the addresses. */
export function readTargets(report: string): string[] {
  const lines = report.split("\n").filter((line) => line !== "");
  const entries = lines.map((line) => JSON.parse(line) as { type: string; targets?: string[] });
  return entries.flatMap((entry) => (entry.type === "deploy" ? (entry.targets ?? []) : []));
}

/** @throws Error when the shop is deployed on workers.dev, but at an address that AUTH_URL does not name */
export function checkTargets(targets: string[], origin: string): void {
  const elsewhere = targets.filter((target) => /^https:\/\/\S+\.workers\.dev$/.test(target));
  if (!origin.endsWith(".workers.dev") || elsewhere.length === 0 || elsewhere.includes(origin))
    return;
  throw new Error(`The shop answers at ${elsewhere.join(", ")}, but was configured for ${origin}`);
}
