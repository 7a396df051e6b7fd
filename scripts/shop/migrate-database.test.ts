import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { MIGRATIONS, migrateDatabase } from "./migrate-database.ts";

it("a local database gets every migration once, and wrangler finds nothing left to apply", async () => {
  const state = mkdtempSync(join(tmpdir(), "migrate-"));
  try {
    const all = globSync("worker/db/migrations/*.sql").map((path) => basename(path));
    expect(await migrateDatabase(state)).toEqual(all.toSorted());
    expect(await migrateDatabase(state)).toEqual([]);
    const list = ["d1", "migrations", "list", "gatehouse", "--local", "--persist-to", state];
    // The journeys of the same run quiet wrangler.
    const env = { ...process.env, WRANGLER_LOG: "log" };
    expect(execFileSync("wrangler", list, { encoding: "utf8", env })).toContain(
      "No migrations to apply",
    );
  } finally {
    rmSync(state, { recursive: true });
  }
});

it("only the newest snapshot of the schema is kept: npm run migration:new deletes the older one", () => {
  const newest = globSync("worker/db/migrations/*.sql").toSorted().at(-1) ?? "";
  expect(globSync("worker/db/migrations/meta/*_snapshot.json")).toEqual([
    `worker/db/migrations/meta/${basename(newest).slice(0, 4)}_snapshot.json`,
  ]);
});

/** Applies migrations to a database in memory. Its engine is D1's. */
function applyMigrations(database: DatabaseSync, paths: string[]): void {
  for (const path of paths) database.exec(readFileSync(path, "utf8"));
}

/** The rows of all tables, by the table's name, and the names of all triggers. */
function readDatabase(database: DatabaseSync) {
  const listNames = (type: string) =>
    database
      .prepare("SELECT name FROM sqlite_master WHERE type = ? ORDER BY name")
      .all(type)
      .map(({ name }) => name as string);
  const rows = listNames("table").map(
    (name) => [name, database.prepare(`SELECT * FROM "${name}"`).all()] as const,
  );
  return { rows: Object.fromEntries(rows), triggers: listNames("trigger") };
}

it("the migration that renames tables and columns keeps every row, reference and trigger", () => {
  const all = globSync(MIGRATIONS).toSorted();
  const renames = all.findIndex((path) => path.endsWith("0023_plain_names.sql"));
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA foreign_keys = OFF");
  applyMigrations(database, all.slice(0, renames));
  for (const name of Object.keys(readDatabase(database).rows)) {
    // The text of each column is the id of each row, so every reference leads to a row.
    const columns = database.prepare(`PRAGMA table_info("${name}")`).all();
    const values = columns.map(({ type }) => (type === "INTEGER" ? 1 : "'x'"));
    database.exec(`INSERT OR IGNORE INTO "${name}" VALUES (${values.join(", ")})`);
  }
  const before = readDatabase(database);
  expect(Object.values(before.rows).every(({ length }) => length > 0)).toBe(true);
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  applyMigrations(database, all.slice(renames, renames + 1));
  const after = readDatabase(database);
  const { comps, mails, notification_cursors: cursors, ...others } = before.rows;
  const rename = (rows: typeof comps, from: string, to: string) =>
    rows?.map(({ [from]: value, ...row }) => ({ ...row, [to]: value }));
  expect(after.rows).toEqual({
    ...others,
    gifts: comps,
    emails: rename(mails, "about", "dedupe_key")?.map((row) => ({ ...row, copy_of: null })),
    notification_cursors: rename(cursors, "mailed_at", "emailed_at"),
  });
  expect(after.triggers).toEqual(before.triggers);
  expect(database.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
  expect(database.prepare("PRAGMA integrity_check").all()).toEqual([{ integrity_check: "ok" }]);
  database.close();
});
