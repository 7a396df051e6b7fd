import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import type { UpgradeStatus } from "./status.ts";

const databases = z.array(z.object({ name: z.string(), uuid: z.string() }));
const deployment = z.object({
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
});
const version = z.object({ annotations: z.record(z.string(), z.string()).optional() });
const timeTravel = z.object({ bookmark: z.string() });
const queryResults = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** The Worker and the database have one name. The file binds the database: wrangler.toml has a placeholder for its id. */
export type DeployedNames = { name: string; configPath: string };

const ofConfig = ({ configPath }: DeployedNames) => ["--config", configPath];
const ofWorker = (shop: DeployedNames) => ["--name", shop.name, ...ofConfig(shop)];

/**
 * Finds a deployed shop, and writes the file with which wrangler finds its database.
 * @throws Error if the account has no such database
 */
export async function findDeployedShop(
  runner: CommandRunner,
  name: string,
): Promise<DeployedNames> {
  const { stdout } = await runOrThrow(runner, "wrangler", ["d1", "list", "--json"], {
    quiet: true,
  });
  const found = databases.parse(JSON.parse(stdout)).find((each) => each.name === name);
  if (!found)
    throw new Error(
      "This account has no database for the shop. Deploy the shop first: npm run deploy",
    );
  const configPath = "dist/deploy/upgrade.json";
  const database = { binding: "DB", database_name: name, database_id: found.uuid };
  mkdirSync(dirname(configPath), { recursive: true });
  writeFileSync(configPath, JSON.stringify({ name, d1_databases: [database] }));
  return { name, configPath };
}

/**
 * Returns the version that serves all requests.
 * @throws Error if the Worker is not deployed, or requests are split between versions
 */
export async function readDeployedVersion(
  runner: CommandRunner,
  shop: DeployedNames,
): Promise<string> {
  const args = ["deployments", "status", ...ofWorker(shop), "--json"];
  const { stdout } = await runOrThrow(runner, "wrangler", args, { quiet: true });
  const { versions } = deployment.parse(JSON.parse(stdout));
  const [only, ...others] = versions;
  if (!only || others.length > 0)
    throw new Error(
      `Requests are split between versions ${versions.map((each) => each.version_id).join(", ")}. Finish that first: npx wrangler versions deploy --name ${shop.name}`,
    );
  return only.version_id;
}

/** Returns the release of a version, which a deployment notes as its tag; undefined for one without. */
export async function readReleaseOf(
  runner: CommandRunner,
  shop: DeployedNames,
  versionId: string,
): Promise<string | undefined> {
  const args = ["versions", "view", versionId, ...ofWorker(shop), "--json"];
  const { stdout } = await runOrThrow(runner, "wrangler", args, { quiet: true });
  return toRelease(version.parse(JSON.parse(stdout)));
}

/** Returns D1's Time Travel bookmark of a database as it is now. */
export async function readTimeTravelBookmark(
  runner: CommandRunner,
  shop: DeployedNames,
): Promise<string> {
  const args = ["d1", "time-travel", "info", shop.name, ...ofConfig(shop), "--json"];
  const { stdout } = await runOrThrow(runner, "wrangler", args, { quiet: true });
  return timeTravel.parse(JSON.parse(stdout)).bookmark;
}

/** Runs one statement on a deployed database, and returns its rows. */
export async function queryDatabase(
  runner: CommandRunner,
  shop: DeployedNames,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const args = [
    "d1",
    "execute",
    shop.name,
    ...ofConfig(shop),
    "--remote",
    "--json",
    "--command",
    sql,
  ];
  const { stdout } = await runOrThrow(runner, "wrangler", args, { quiet: true });
  return queryResults.parse(JSON.parse(stdout))[0]?.results ?? [];
}

/** Returns the names of the migrations that a deployed database has, in order. */
export async function listAppliedMigrations(
  runner: CommandRunner,
  shop: DeployedNames,
): Promise<string[]> {
  const rows = await queryDatabase(runner, shop, "SELECT name FROM d1_migrations ORDER BY id");
  return rows.map((row) => String(row["name"]));
}

/** Counts the rows of a table of a deployed database; 0 if it has no such table. */
export async function countRows(
  runner: CommandRunner,
  shop: DeployedNames,
  table: string,
): Promise<number> {
  const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '${table}'`;
  if ((await queryDatabase(runner, shop, sql)).length === 0) return 0;
  const [row] = await queryDatabase(runner, shop, `SELECT count(*) AS rows FROM "${table}"`);
  return Number(row?.["rows"]);
}

/** Deploys an earlier version again, with the secrets that it had. */
export async function deployEarlierVersion(
  runner: CommandRunner,
  shop: DeployedNames,
  rollback: { versionId: string; message: string },
): Promise<void> {
  const { versionId, message } = rollback;
  const args = ["rollback", versionId, ...ofWorker(shop), "--message", message, "--yes"];
  await runOrThrow(runner, "wrangler", args);
}

const versionList = z.array(
  version.extend({ id: z.string(), metadata: z.object({ created_on: z.string() }) }),
);

/** A version of the Worker in the account. `release` is undefined if it does not say. */
export type WorkerVersion = { id: string; release: string | undefined; createdAt: string };

/** Lists the newest versions of a Worker, the newest first. */
export async function listVersionsOf(
  runner: CommandRunner,
  shop: DeployedNames,
): Promise<WorkerVersion[]> {
  const args = ["versions", "list", ...ofWorker(shop), "--json"];
  const { stdout } = await runOrThrow(runner, "wrangler", args, { quiet: true });
  return versionList
    .parse(JSON.parse(stdout))
    .map((each) => ({
      id: each.id,
      release: toRelease(each),
      createdAt: each.metadata.created_on,
    }))
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
}

const toRelease = ({ annotations = {} }: z.output<typeof version>): string | undefined =>
  /^\d+\.\d+\.\d+/.exec(annotations["workers/tag"] ?? "")?.[0];

/** Notes in the database how an upgrade ended, for the console's doctor. Fails quietly: the upgrade itself is over. */
export async function recordUpgrade(
  runner: CommandRunner,
  shop: DeployedNames,
  { status, mode }: { status: UpgradeStatus; mode: "test" | "live" },
): Promise<void> {
  const at = Date.now();
  const value = JSON.stringify({
    state: status.state === "done" ? "done" : "failed",
    from: status.restorePoint?.version ?? "",
    to: status.to,
    problem: status.problem?.slice(0, 500) ?? null,
    at,
  }).replaceAll("'", "''");
  const sql = `INSERT INTO cursors (name, value, updated_at) VALUES ('last_upgrade:${mode}', '${value}', ${at})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
  try {
    await queryDatabase(runner, shop, sql);
  } catch (error) {
    console.error(`The console does not know of this upgrade: ${String(error)}`);
  }
}
