import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { getPlatformProxy, unstable_splitSqlQuery } from "wrangler";
import { COMMITTED_CONFIG } from "../deploy/config.ts";

/** The files of all migrations. */
export const MIGRATIONS = "worker/db/migrations/*.sql";

/** As `wrangler d1 migrations` has it, so that either can continue where the other stopped. */
const TABLE = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/**
 * Applies the migrations that a local database lacks, each as one transaction. Does what `wrangler d1 migrations apply
 * --local` does, which starts a runtime for each migration and takes ten times as long.
 * @param workerState the state directory of the Worker under `wrangler dev`
 * @param paths the files of the migrations; all of the shop's by default
 * @returns the names of the applied migrations
 */
export async function migrateDatabase(
  workerState: string,
  paths: string[] = globSync(MIGRATIONS),
): Promise<string[]> {
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(workerState, "v3") },
  });
  try {
    const { DB } = platform.env;
    await DB.prepare(TABLE).run();
    const { results } = await DB.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
    const applied = new Set(results.map(({ name }) => name));
    const missing = paths.toSorted().filter((path) => !applied.has(basename(path)));
    for (const path of missing)
      await DB.batch([
        ...unstable_splitSqlQuery(readFileSync(path, "utf8")).map((sql) => DB.prepare(sql)),
        DB.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(basename(path)),
      ]);
    return missing.map((path) => basename(path));
  } finally {
    await platform.dispose();
  }
}
