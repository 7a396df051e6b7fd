import { globSync } from "node:fs";
import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "../deploy/config.ts";
import {
  applyMigrations,
  listPendingMigrations,
  type MigratableDatabase,
  type PendingMigration,
} from "../migrations/apply-migrations.ts";
import { readMigration } from "../migrations/read-statements.ts";

/** The files of all migrations. */
export const MIGRATIONS = "worker/db/migrations/*.sql";

/**
 * Applies the migrations that a local database lacks.
 * @param workerState the state directory of the Worker under `wrangler dev`
 * @param paths the files of the migrations; all of the shop's by default
 * @returns the names of the applied migrations
 */
export function migrateDatabase(
  workerState: string,
  paths: string[] = globSync(MIGRATIONS),
): Promise<string[]> {
  const migrations = paths.map(readMigration);
  return withDatabase(
    { configPath: COMMITTED_CONFIG, persist: { path: join(workerState, "v3") } },
    (db) => applyMigrations(db, migrations),
  );
}

/**
 * Applies the migrations that the database of a deployment lacks, over its remote binding.
 * @param configPath the deployment's configuration
 * @returns the names of the applied migrations
 * @throws Error that names the statement that failed. Repeated, it continues there
 */
export function migrateRemoteDatabase(
  configPath: string,
  onApplied?: (name: string) => void,
): Promise<string[]> {
  const migrations = globSync(MIGRATIONS).map(readMigration);
  return withDatabase({ configPath, persist: false }, (db) =>
    applyMigrations(db, migrations, onApplied),
  );
}

/** Returns the migrations that the database of a deployment lacks. Changes nothing. */
export function listPendingRemoteMigrations(configPath: string): Promise<PendingMigration[]> {
  const migrations = globSync(MIGRATIONS).map(readMigration);
  return withDatabase({ configPath, persist: false }, (db) =>
    listPendingMigrations(db, migrations),
  );
}

async function withDatabase<Result>(
  options: { configPath: string; persist: false | { path: string } },
  work: (db: MigratableDatabase) => Promise<Result>,
): Promise<Result> {
  const platform = await getPlatformProxy<{ DB: D1Database }>(options);
  try {
    return await work(platform.env.DB);
  } finally {
    await platform.dispose();
  }
}
