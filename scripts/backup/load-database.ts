import { globSync } from "node:fs";
import { basename } from "node:path";
import { applyMigrations } from "../migrations/apply-migrations.ts";
import { readMigration } from "../migrations/read-statements.ts";
import { MIGRATIONS } from "../shop/migrate-database.ts";
import type { Manifest, TableBackup } from "./manifest.ts";
import { readLines } from "./parts.ts";
import { readAgain } from "./read-again.ts";
import { findBlobs, insertRows, RowSum, sumTable } from "./rows.ts";
import type { Storage } from "./storage.ts";
import {
  describeTables,
  OPENED_TABLE,
  PROGRESS_TABLE,
  type ShopDatabase,
  type Table,
} from "./tables.ts";

/** How many bytes of rows one statement inserts. D1 takes parameters of 2 MB. */
const INSERT_BYTES = 1_000_000;

/**
 * Tables that no request, event or job can do without. They have another name while rows are loaded, so nothing reads
 * or changes a shop that is half restored: a deployed Worker answers with an error until the end, and Stripe sends its
 * events again.
 */
const closedTables = ["settings", "switches", "events", "cursors", "sessions"];
const closed = (name: string) => `closed_${name}`;

type Progress = (line: string) => void;

/** What a database has: `unfinished` is the backup that is being restored, and `isOpened` says how far. */
type Inspection = {
  /** Whether it has no customers, products and purchases. */
  isEmpty: boolean;
  /** The last event that it recorded. */
  sequence: number;
  unfinished: string | null;
  /** Whether all rows of that backup are there, and the shop is open. */
  isOpened: boolean;
};

/** Whether a database has customers, products or purchases, and which events it recorded. */
export async function inspectDatabase(db: ShopDatabase): Promise<Inspection> {
  const names = await listTableNames(db);
  const progress = [PROGRESS_TABLE, OPENED_TABLE].find((name) => names.includes(name));
  if (progress) {
    const { sequence, backup } = await readProgress(db, progress);
    return { isEmpty: false, sequence, unfinished: backup, isOpened: progress === OPENED_TABLE };
  }
  // An earlier run may have been killed while it made or dropped the tables.
  const counted = ["users", "products", "customers", "feed_events"].filter((name) =>
    names.includes(name),
  );
  const none = { unfinished: null, isOpened: false };
  if (counted.length === 0) return { isEmpty: true, sequence: 0, ...none };
  const hasFeed = counted.includes("feed_events");
  const [last, ...rows] = await db.batch([
    db.prepare(
      hasFeed
        ? "SELECT coalesce(max(seq), 0) AS sequence FROM sqlite_sequence WHERE name = 'feed_events'"
        : "SELECT 0 AS sequence",
    ),
    ...counted.map((name) => db.prepare(`SELECT 1 FROM "${name}" LIMIT 1`)),
  ]);
  return {
    isEmpty: rows.every(({ results }) => results.length === 0),
    sequence: (last!.results as { sequence: number }[])[0]?.sequence ?? 0,
    ...none,
  };
}

/**
 * Makes a database what a backup says, whatever it had before. Continues where an earlier run of the same backup was
 * interrupted: each page of rows is inserted together with how far it is.
 * @returns the rows that were loaded, by table
 * @throws Error if the backup has migrations that this version lacks
 */
export async function loadDatabase(
  db: ShopDatabase,
  storage: Storage,
  manifest: Manifest,
  progress: Progress,
): Promise<Map<string, RowSum>> {
  requireKnownMigrations(manifest);
  await prepareDatabase(db, manifest, progress);
  const tables = new Map((await describeTables(db)).map((table) => [opened(table.name), table]));
  const sums = new Map<string, RowSum>();
  for (const backup of manifest.tables) {
    const table = tables.get(backup.name);
    if (!table) throw new Error(`The migrations make no table ${backup.name}`);
    sums.set(backup.name, await loadTable(db, storage, { table, backup, manifest, progress }));
  }
  return sums;
}

/**
 * Gives the tables that were closed their names back. `forgetRestore` is left to do.
 * @param statements what else changes at the same moment
 */
export async function openDatabase(
  db: ShopDatabase,
  statements: D1PreparedStatement[] = [],
): Promise<void> {
  const names = await listTableNames(db);
  await db.batch([
    ...statements,
    ...closedTables
      .filter((name) => names.includes(closed(name)))
      .map((name) => db.prepare(`ALTER TABLE ${closed(name)} RENAME TO ${name}`)),
    db.prepare(`ALTER TABLE ${PROGRESS_TABLE} RENAME TO ${OPENED_TABLE}`),
  ]);
}

/** Forgets that the database was restored: the next restore begins anew. */
export async function forgetRestore(db: ShopDatabase): Promise<void> {
  await db.prepare(`DROP TABLE IF EXISTS ${OPENED_TABLE}`).run();
}

/**
 * Compares a database, row by row, with what was loaded.
 * @returns a line for each difference
 */
export async function compareDatabase(
  db: ShopDatabase,
  loaded: ReadonlyMap<string, RowSum>,
): Promise<string[]> {
  const differences: string[] = [];
  for (const table of await describeTables(db)) {
    const expected = loaded.get(opened(table.name));
    const found = await sumTable(db, table);
    if (String(found) !== String(expected))
      differences.push(
        `${opened(table.name)}: ${found.count} rows instead of ${expected?.count}, or other values`,
      );
  }
  return differences;
}

const opened = (name: string) => name.replace(/^closed_/, "");

async function listTableNames(db: ShopDatabase): Promise<string[]> {
  const { results } = await db
    .prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** @throws Error that names the migrations that are missing here */
export function requireKnownMigrations({ migrations }: Manifest): void {
  const known = new Set(globSync(MIGRATIONS).map((path) => basename(path)));
  const missing = migrations.filter((name) => !known.has(name));
  if (missing.length > 0)
    throw new Error(
      `The backup is of a newer version of Gatehouse: this one lacks ${missing.join(", ")}`,
    );
}

type ProgressRow = { backup: string; table: string; lines: number; sequence: number };

async function readProgress(db: ShopDatabase, table = PROGRESS_TABLE): Promise<ProgressRow> {
  const row = await db.prepare(`SELECT * FROM ${table}`).first<ProgressRow>();
  return row ?? { backup: "", table: "", lines: 0, sequence: 0 };
}

/** Empties the database and makes the backup's tables, unless an earlier run did. */
async function prepareDatabase(db: ShopDatabase, manifest: Manifest, progress: Progress) {
  const { unfinished, isOpened, sequence } = await inspectDatabase(db);
  if (unfinished === manifest.id && !isOpened)
    return progress("Continuing the restore that was interrupted …");
  await dropTables(db);
  const migrations = globSync(MIGRATIONS).map(readMigration);
  await applyMigrations(
    db,
    migrations.filter(({ name }) => manifest.migrations.includes(name)),
  );
  const present = await listTableNames(db);
  await db.batch([
    ...closedTables
      .filter((name) => present.includes(name))
      .map((name) => db.prepare(`ALTER TABLE ${name} RENAME TO ${closed(name)}`)),
    // Rows that migrations have inserted are in the backup, too, or were deleted since.
    ...(await describeTables(db))
      .toReversed()
      .map(({ name }) =>
        db.prepare(`DELETE FROM "${closedTables.includes(name) ? closed(name) : name}"`),
      ),
    db.prepare(
      `CREATE TABLE ${PROGRESS_TABLE} (backup TEXT PRIMARY KEY NOT NULL, "table" TEXT NOT NULL, lines INTEGER NOT NULL, sequence INTEGER NOT NULL)`,
    ),
    db.prepare(`INSERT INTO ${PROGRESS_TABLE} VALUES (?, '', 0, ?)`).bind(manifest.id, sequence),
  ]);
}

/** Drops every table, those that refer to others first. */
async function dropTables(db: ShopDatabase): Promise<void> {
  const sorted = (await describeTables(db)).map(({ name }) => name).toReversed();
  const others = (await listTableNames(db)).filter((name) => !sorted.includes(name));
  for (const name of [...sorted, ...others]) await db.prepare(`DROP TABLE "${name}"`).run();
}

/** Applies the migrations that are newer than a backup. @returns their names */
export const applyNewerMigrations = (db: ShopDatabase): Promise<string[]> =>
  applyMigrations(db, globSync(MIGRATIONS).map(readMigration));

type LoadedTable = {
  table: Table;
  backup: TableBackup;
  manifest: Manifest;
  progress: Progress;
};

/** Loads the rows of a table that are not loaded yet. @returns the sum of all of them */
async function loadTable(
  db: ShopDatabase,
  storage: Storage,
  { table, backup, manifest, progress }: LoadedTable,
): Promise<RowSum> {
  const { name, columns } = backup;
  if (columns.join() !== table.columns.join())
    throw new Error(`The backup's table ${name} has other columns than this version's`);
  const done = await readProgress(db);
  const order = manifest.tables.map((each) => each.name);
  const isDone = order.indexOf(done.table) > order.indexOf(name);
  const sum = new RowSum();
  let page: string[] = [];
  let bytes = 0;
  const insert = async (lines: number) => {
    if (page.length === 0) return;
    const blobs = [...new Set(page.flatMap(findBlobs))];
    const statements = [
      db.prepare(insertRows(table, blobs)).bind(`[${page.join(",")}]`),
      db.prepare(`UPDATE ${PROGRESS_TABLE} SET "table" = ?, lines = ?`).bind(name, lines),
    ];
    // Rows that were inserted although the answer was lost are replaced by the same ones.
    await readAgain(() => db.batch(statements));
    page = [];
    bytes = 0;
  };
  for await (const row of readMergedRows(storage, table, backup, manifest)) {
    sum.add(row);
    if (isDone || (done.table === name && sum.count <= done.lines)) continue;
    if (bytes + row.length > INSERT_BYTES) await insert(sum.count - 1);
    page.push(row);
    bytes += row.length;
  }
  await insert(sum.count);
  if (sum.count > 0) progress(`${name}: ${sum.count.toLocaleString("en")} rows`);
  return sum;
}

/**
 * Reads the rows of a table as they were at the moment of the backup: those of its pages, without what was read again,
 * and what was read again last. What changed while the backup was made is all that is in memory.
 */
export async function* readMergedRows(
  storage: Storage,
  table: Pick<Table, "columns" | "key" | "hasRowid" | "rowidColumn">,
  backup: TableBackup,
  { rounds }: Manifest,
): AsyncGenerator<string> {
  const last = new Map<string, number>();
  for (const [round, users] of rounds.entries()) for (const user of users) last.set(user, round);
  const changed = new Map<string, string>();
  for await (const line of readLines(storage, backup.changes)) {
    const { n, u, k } = JSON.parse(line) as { n: number; u: string | null; k: string };
    const newest = u === null ? undefined : last.get(u);
    if (newest === undefined || newest === n) changed.set(k, rowOf(line));
  }
  const keyOf = createKeyReader(table);
  for await (const line of readLines(storage, backup.parts)) {
    const owner = JSON.parse(line.slice(5, line.indexOf(',"r":'))) as string | null;
    if (owner !== null && last.has(owner)) continue;
    const row = rowOf(line);
    if (changed.size === 0 || !changed.has(keyOf(row))) yield row;
  }
  yield* changed.values();
}

/** A quote inside a text is escaped, so this is the first that is none. */
const rowOf = (line: string) => line.slice(line.indexOf(',"r":') + 5, -1);

function createKeyReader({
  columns,
  key,
  hasRowid,
  rowidColumn,
}: Pick<Table, "columns" | "key" | "hasRowid" | "rowidColumn">): (row: string) => string {
  const isRowidFirst = hasRowid && rowidColumn === null;
  const places = key.map((column) =>
    column === "rowid" ? 0 : columns.indexOf(column) + Number(isRowidFirst),
  );
  return (row) => {
    const values = JSON.parse(row) as unknown[];
    return places.map((place) => JSON.stringify(values[place])).join();
  };
}
