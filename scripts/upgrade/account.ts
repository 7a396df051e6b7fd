import { z } from "zod";
import {
  openCloudflareAccount,
  toResult,
  type CloudflareAccount,
} from "../deploy/cloudflare-api.ts";
import { findDatabase } from "../deploy/resources.ts";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import type { UpgradeStatus } from "./status.ts";

const deployments = z.object({
  deployments: z.array(
    z.object({
      versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })).min(1),
    }),
  ),
});
const version = z.object({
  id: z.string(),
  metadata: z.object({ created_on: z.string() }),
  annotations: z.record(z.string(), z.string()).optional(),
});
const timeTravel = z.object({ bookmark: z.string() });
const queryResults = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

/** A shop in an account. Its Worker and its database have one name. It is read from the API: wrangler takes seconds. */
export type DeployedShop = { name: string; databaseId: string; account: CloudflareAccount };

/**
 * Finds a deployed shop.
 * @param name the Worker's
 * @throws Error if nobody is logged in, or the account has no such database
 */
export async function findDeployedShop(
  runner: CommandRunner,
  name: string,
  env: Record<string, string | undefined>,
): Promise<DeployedShop> {
  const account = await openCloudflareAccount(runner, env);
  const databaseId = await findDatabase(account, name);
  if (!databaseId)
    throw new Error(
      `This account has no database ${name} for the shop. Deploy the shop first: npm run deploy`,
    );
  return { name, databaseId, account };
}

const scriptOf = ({ name }: DeployedShop) => `/workers/scripts/${name}`;
const databaseOf = ({ databaseId }: DeployedShop) => `/d1/database/${databaseId}`;

/**
 * Returns the version that serves all requests.
 * @throws Error if the Worker is not deployed, or requests are split between versions
 */
export async function readDeployedVersion(shop: DeployedShop): Promise<string> {
  const answer = deployments.parse(await shop.account.read(`${scriptOf(shop)}/deployments`));
  const [newest] = answer.deployments;
  const [only, ...others] = newest?.versions ?? [];
  if (!only) throw new Error(`The Worker ${shop.name} is not deployed.`);
  if (others.length > 0)
    throw new Error(
      `Requests are split between versions ${[only, ...others].map((each) => each.version_id).join(", ")}. Finish that first: npx wrangler versions deploy --name ${shop.name}`,
    );
  return only.version_id;
}

/** Returns the release of a version, which a deployment notes as its tag; undefined for one without. */
export async function readReleaseOf(
  shop: DeployedShop,
  versionId: string,
): Promise<string | undefined> {
  const answer = await shop.account.read(`${scriptOf(shop)}/versions/${versionId}`);
  return toRelease(version.parse(answer));
}

/** Returns D1's Time Travel bookmark of a database as it is now. */
export async function readTimeTravelBookmark(shop: DeployedShop): Promise<string> {
  const answer = await shop.account.read(`${databaseOf(shop)}/time_travel/bookmark`);
  return timeTravel.parse(answer).bookmark;
}

/** Runs one statement on a deployed database, and returns its rows. @throws Error if D1 refuses it */
export async function queryDatabase(
  shop: DeployedShop,
  sql: string,
  params: string[] = [],
): Promise<Record<string, unknown>[]> {
  const path = `${databaseOf(shop)}/query`;
  const answer = await shop.account.send("POST", path, { body: { sql, params } });
  return queryResults.parse(toResult(path, answer))[0]?.results ?? [];
}

/** Returns the names of the migrations that a deployed database has, in order. */
export async function listAppliedMigrations(shop: DeployedShop): Promise<string[]> {
  const rows = await queryDatabase(shop, "SELECT name FROM d1_migrations ORDER BY id");
  return rows.map((row) => String(row["name"]));
}

/** Counts the rows of a table of a deployed database; 0 if it has no such table. */
export async function countRows(shop: DeployedShop, table: string): Promise<number> {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
  if ((await queryDatabase(shop, sql, [table])).length === 0) return 0;
  const [row] = await queryDatabase(shop, `SELECT count(*) AS rows FROM "${table}"`);
  return Number(row?.["rows"]);
}

/** Deploys an earlier version again, with the secrets that it had. */
export async function deployEarlierVersion(
  runner: CommandRunner,
  { name }: DeployedShop,
  rollback: { versionId: string; message: string },
): Promise<void> {
  const { versionId, message } = rollback;
  const args = ["rollback", versionId, "--name", name, "--message", message, "--yes"];
  await runOrThrow(runner, "wrangler", args);
}

/** A version of the Worker in the account. `release` is undefined if it does not say. */
export type WorkerVersion = { id: string; release: string | undefined; createdAt: string };

/** Lists the newest versions of a Worker that can be deployed, the newest first. */
export async function listVersionsOf(shop: DeployedShop): Promise<WorkerVersion[]> {
  const answer = await shop.account.read(`${scriptOf(shop)}/versions?deployable=true`);
  return z
    .object({ items: z.array(version) })
    .parse(answer)
    .items.map((each) => ({
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
  shop: DeployedShop,
  { status, mode }: { status: UpgradeStatus; mode: "test" | "live" },
): Promise<void> {
  const at = Date.now();
  const value = JSON.stringify({
    state: status.state === "done" ? "done" : "failed",
    from: status.restorePoint?.version ?? "",
    to: status.to,
    problem: status.problem?.slice(0, 500) ?? null,
    at,
  });
  const sql = `INSERT INTO cursors (name, value, updated_at) VALUES (?, ?, ${at})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`;
  try {
    await queryDatabase(shop, sql, [`last_upgrade:${mode}`, value]);
  } catch (error) {
    console.error(`The console does not know of this upgrade: ${String(error)}`);
  }
}
