import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "../../deploy/config.ts";
import { MIGRATIONS } from "../../shop/migrate-database.ts";
import { findDatabaseFile, hashMigration } from "./pack-shop.ts";
import { rewriteRows } from "./shift-times.ts";
import { readSnapshot, type Snapshot } from "./snapshot-file.ts";

const DAY = 86_400_000;

/**
 * Puts a snapshot into the state of a shop that does not exist yet. All its times move by whole days, so that its last
 * day is the one before now, and its URLs become those of this shop. Migrations that are newer than the snapshot are
 * still to be applied.
 * @param input.now unix milliseconds
 * @throws Error if the snapshot cannot be used. Nothing is left behind then
 */
export async function restoreShop(input: {
  path: string;
  stateDir: string;
  shopUrl: string;
  sandboxUrl: string;
  now: number;
}): Promise<void> {
  const { path, stateDir, shopUrl, sandboxUrl, now } = input;
  const [workerState, sandboxState] = [join(stateDir, "state"), join(stateDir, "sandbox")];
  const snapshot = readSnapshot(path);
  requireSameMigrations(snapshot.migrations);
  const days = Math.floor((now - snapshot.endedAt) / DAY);
  const rewriteText = (text: string) =>
    text
      .replaceAll(snapshot.shopUrl, shopUrl)
      .replaceAll(snapshot.sandboxUrl, sandboxUrl)
      // What the demo shop said when the snapshot was made.
      .replaceAll("paper, a few less in", "paper, fewer in");
  const change = { days, rewriteText };
  try {
    await restoreFiles(workerState, snapshot.files);
    restoreDatabase(findDatabaseFile(workerState), snapshot.shop, change, monthsFromDays);
    mkdirSync(sandboxState, { recursive: true });
    restoreDatabase(join(sandboxState, "stripe.sqlite"), snapshot.stripe, change, [
      "UPDATE accounts SET clock_offset = 0",
    ]);
  } catch (error) {
    for (const dir of [workerState, sandboxState]) rmSync(dir, { recursive: true, force: true });
    throw error;
  }
}

/**
 * Days move, and with them some of their rows into another month. So nothing is kept by month: the Worker adds up every
 * day and its month again, before it shows the first figure.
 */
export const monthsFromDays = [
  "DELETE FROM mrr_totals WHERE unit = 'month'",
  "DELETE FROM sales_totals WHERE unit = 'month'",
  `UPDATE mrr_movements SET cohort = substr(first.day, 1, 7)
    FROM (SELECT customer_id, min(day) AS day FROM mrr_movements GROUP BY customer_id) AS first
    WHERE first.customer_id = mrr_movements.customer_id`,
  `INSERT OR IGNORE INTO stale_days SELECT mode, day FROM daily_payments
    UNION SELECT mode, day FROM mrr_movements`,
];

/** Restores a snapshot. If it cannot be used, says so: the shop then begins with the demo products alone. */
export async function restoreOrExplain(
  input: Parameters<typeof restoreShop>[0] & { log: (line: string) => void },
): Promise<void> {
  const { log, ...rest } = input;
  log("Restoring a shop with fourteen months of sales …");
  try {
    await restoreShop(rest);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log(`Its snapshot cannot be used: ${reason}. The shop begins with the demo products alone.`);
  }
}

/** A snapshot of a newer version has tables that this version does not know. One of a changed migration has others. */
function requireSameMigrations(migrations: Snapshot["migrations"]): void {
  const known = new Map(globSync(MIGRATIONS).map((path) => [basename(path), path]));
  for (const { name, sha256 } of migrations) {
    const path = known.get(name);
    if (path === undefined)
      throw new Error(`it has the migration ${name}, which this version lacks`);
    if (hashMigration(path) !== sha256)
      throw new Error(`its migration ${name} was another one; make it again with npm run snapshot`);
  }
}

/** Puts the files into R2. Asking for the database makes its file, which is then replaced. */
async function restoreFiles(workerState: string, files: Snapshot["files"]): Promise<void> {
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(workerState, "v3") },
  });
  try {
    const { DB, FILES } = platform.env;
    await DB.prepare("SELECT 1").run();
    for (const { key, bytes, ...metadata } of files)
      await FILES.put(key, new Uint8Array(bytes), metadata);
  } finally {
    await platform.dispose();
  }
}

function restoreDatabase(
  path: string,
  { bytes, schema }: { bytes: Buffer; schema: string[] },
  change: Parameters<typeof rewriteRows>[1],
  statements: string[] = [],
): void {
  for (const ending of ["-wal", "-shm"]) if (existsSync(path + ending)) rmSync(path + ending);
  writeFileSync(path, bytes);
  const database = new DatabaseSync(path);
  database.exec("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; BEGIN");
  rewriteRows(database, change);
  for (const statement of [...statements, ...schema]) database.exec(statement);
  database.exec("COMMIT");
  database.close();
}
