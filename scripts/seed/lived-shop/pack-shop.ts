import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getPlatformProxy, unstable_splitSqlQuery } from "wrangler";
import { COMMITTED_CONFIG } from "../../deploy/config.ts";
import { MIGRATIONS } from "../../shop/migrate-database.ts";
import type { Snapshot } from "./snapshot-file.ts";

const DAY_SECONDS = 86_400;
/** Stripe lists events for 30 days. */
const EVENT_DAYS = 30;

/** Sessions are deleted, and so is everything that is only for a link or a retry. */
const forgottenByShop = [
  "sessions",
  "link_intents",
  "email_tokens",
  "email_link_requests",
  "fresh_sign_in_requests",
  "idempotent_requests",
].map((table) => `DELETE FROM ${table}`);

/** The records of the sandbox's own dashboard. */
const forgottenByStripe = ["idempotency", "requests", "attempts", "deliveries"].map(
  (table) => `DELETE FROM ${table}`,
);

/** Returns the path of the database file of a local Worker. */
export function findDatabaseFile(workerState: string): string {
  const dir = join(workerState, "v3", "d1", "miniflare-D1DatabaseObject");
  const found = globSync(join(dir, "*.sqlite")).filter((path) => !path.endsWith("metadata.sqlite"));
  if (found.length !== 1 || !found[0])
    throw new Error(`${dir} has ${found.length} databases instead of one`);
  return found[0];
}

/**
 * Returns the SHA-256 of what a migration does to a new shop, in hex. What it updates or deletes is left out: those are
 * rows of older shops.
 */
export function hashMigration(path: string): string {
  const statements = unstable_splitSqlQuery(readFileSync(path, "utf8"))
    .map((sql) => sql.replace(/^(?:\s*--.*\n)*\s*/, ""))
    .filter((sql) => !/^(?:UPDATE|DELETE)\b/i.test(sql));
  return createHash("sha256").update(statements.join("\n")).digest("hex");
}

/** Makes a snapshot of a shop that is not running. Its own files stay as they are. */
export async function packShop(input: {
  stateDir: string;
  endedAt: number;
  shopUrl: string;
  sandboxUrl: string;
}): Promise<Snapshot> {
  const { stateDir, endedAt, shopUrl, sandboxUrl } = input;
  const workerState = join(stateDir, "state");
  const dir = mkdtempSync(join(tmpdir(), "pack-shop-"));
  const oldestEvent = Math.floor(endedAt / 1000) - EVENT_DAYS * DAY_SECONDS;
  try {
    const shop = packDatabase(findDatabaseFile(workerState), join(dir, "shop"), forgottenByShop);
    const stripe = packDatabase(join(stateDir, "sandbox", "stripe.sqlite"), join(dir, "stripe"), [
      ...forgottenByStripe,
      `DELETE FROM objects WHERE type = 'event' AND created < ${oldestEvent}`,
    ]);
    const { files, migrations } = await readWorkerState(workerState);
    return { endedAt, shopUrl, sandboxUrl, migrations, shop, stripe, files };
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * Copies a database, deletes what is not kept, and drops the indexes and triggers, which are made again from the rows.
 */
function packDatabase(
  path: string,
  copy: string,
  statements: string[],
): { bytes: Buffer; schema: string[] } {
  for (const ending of ["", "-wal"])
    if (existsSync(path + ending)) cpSync(path + ending, copy + ending);
  const database = new DatabaseSync(copy);
  database.exec("PRAGMA foreign_keys = OFF");
  // Triggers first: none may act on what is deleted.
  const dropped = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'index') AND sql IS NOT NULL ORDER BY type DESC, rowid",
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of dropped) database.exec(`DROP ${type} "${name}"`);
  for (const statement of statements) database.exec(statement);
  database.exec(`VACUUM INTO '${copy}.packed'`);
  database.close();
  return {
    bytes: readFileSync(`${copy}.packed`),
    schema: dropped.toReversed().map(({ sql }) => sql),
  };
}

async function readWorkerState(
  workerState: string,
): Promise<Pick<Snapshot, "files" | "migrations">> {
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(workerState, "v3") },
  });
  try {
    const { DB, FILES } = platform.env;
    const { results } = await DB.prepare("SELECT name FROM d1_migrations ORDER BY name").all<{
      name: string;
    }>();
    const { objects } = await FILES.list({ include: ["httpMetadata", "customMetadata"] });
    const files: Snapshot["files"] = [];
    for (const { key, httpMetadata, customMetadata } of objects) {
      // Payloads of Stripe's events are named by their day, and a restored shop moves its times.
      if (key.startsWith("stripe-events/")) continue;
      const object = await FILES.get(key);
      files.push({
        key,
        httpMetadata: httpMetadata as Record<string, string>,
        customMetadata: customMetadata ?? {},
        bytes: Buffer.from(await object!.arrayBuffer()),
      });
    }
    const migrations = results.map(({ name }) => ({
      name,
      sha256: hashMigration(join(dirname(MIGRATIONS), name)),
    }));
    return { files, migrations };
  } finally {
    await platform.dispose();
  }
}
