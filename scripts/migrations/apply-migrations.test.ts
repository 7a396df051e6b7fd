import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, expect, test } from "vitest";
import { applyMigrations, listPendingMigrations } from "./apply-migrations.ts";
import { splitMigration, type Migration } from "./read-statements.ts";

const names = Array.from({ length: 9 }, (_, index) => `DB_${index}`);
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    modules: true,
    script: "export default {}",
    d1Databases: [...names],
  }),
);
afterAll(() => miniflare.dispose());

/** Returns an empty database, another for each test. */
async function openDatabase(): Promise<D1Database> {
  return miniflare.getD1Database(names.pop() ?? "");
}

const first = splitMigration(
  "0000_init.sql",
  "CREATE TABLE pages (id TEXT PRIMARY KEY);\nINSERT INTO pages VALUES ('a');",
);

/** Three statements, of which the second fails as long as a row stands in its way. */
const second = splitMigration(
  "0001_more.sql",
  `CREATE TABLE more (id TEXT PRIMARY KEY);
INSERT INTO pages VALUES ('b');
CREATE TRIGGER pages_insert AFTER INSERT ON pages BEGIN
  INSERT INTO more VALUES (NEW.id);
END;`,
);

async function readColumn(db: D1Database, sql: string): Promise<unknown[]> {
  return (await db.prepare(sql).raw()).flat();
}

const listObjects = (db: D1Database) =>
  readColumn(
    db,
    "SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' ORDER BY name",
  );

/** A database with the first migration, in which the second stops at its second statement. */
async function stopInTheMiddle(): Promise<D1Database> {
  const db = await openDatabase();
  await applyMigrations(db, [first]);
  await db.prepare("INSERT INTO pages VALUES ('b')").run();
  await expect(applyMigrations(db, [first, second])).rejects.toThrow(
    /0001_more\.sql failed at statement 2 of 3: .*UNIQUE.*The 1 before it are applied/,
  );
  return db;
}

test("a new database gets all migrations in their order, with triggers, and then none", async () => {
  const db = await openDatabase();
  expect(await listPendingMigrations(db, [second, first])).toEqual([
    { name: "0000_init.sql", statements: 2, applied: 0 },
    { name: "0001_more.sql", statements: 3, applied: 0 },
  ]);
  expect(await listObjects(db)).toEqual([]);
  expect(await applyMigrations(db, [second, first])).toEqual(["0000_init.sql", "0001_more.sql"]);
  await db.prepare("INSERT INTO pages VALUES ('c')").run();
  expect(await readColumn(db, "SELECT id FROM more")).toEqual(["c"]);
  expect(await applyMigrations(db, [first, second])).toEqual([]);
  expect(await listPendingMigrations(db, [first, second])).toEqual([]);
});

test("a migration that failed in the middle continues with the statement that failed", async () => {
  const db = await stopInTheMiddle();
  expect(await listPendingMigrations(db, [first, second])).toEqual([
    { name: "0001_more.sql", statements: 3, applied: 1 },
  ]);
  await db.prepare("DELETE FROM pages WHERE id = 'b'").run();
  expect(await applyMigrations(db, [first, second])).toEqual(["0001_more.sql"]);
  expect(await readColumn(db, "SELECT id FROM pages ORDER BY id")).toEqual(["a", "b"]);
  // What was noted of its statements is gone.
  expect(await listObjects(db)).toEqual(["d1_migrations", "more", "pages", "pages_insert"]);
});

test("a migration whose applied part was changed is refused, its other statements may change", async () => {
  const db = await stopInTheMiddle();
  const change = (sql: string, index: number): Migration => ({
    ...second,
    statements: second.statements.with(index, sql),
  });
  const changed = change("CREATE TABLE more (id TEXT PRIMARY KEY, note TEXT)", 0);
  await expect(applyMigrations(db, [first, changed])).rejects.toThrow("Restore statement 1");
  const repaired = change("INSERT OR IGNORE INTO pages VALUES ('b')", 1);
  expect(await applyMigrations(db, [first, repaired])).toEqual(["0001_more.sql"]);
});

test("a statement whose connection is lost after it was applied is not applied again", async () => {
  const db = await openDatabase();
  await applyMigrations(db, [first]);
  let batches = 0;
  // The second batch is the one of the second statement.
  const losing: Pick<D1Database, "prepare" | "batch"> = {
    prepare: (sql) => db.prepare(sql),
    async batch<Row>(statements: D1PreparedStatement[]) {
      const results = await db.batch<Row>(statements);
      if (++batches === 2) throw new Error("Network connection lost.");
      return results;
    },
  };
  await expect(applyMigrations(losing, [first, second])).rejects.toThrow(
    "Network connection lost. The 1 before it",
  );
  expect(await applyMigrations(db, [first, second])).toEqual(["0001_more.sql"]);
  expect(await readColumn(db, "SELECT id FROM pages ORDER BY id")).toEqual(["a", "b"]);
});

test("a migration that rebuilds a table is applied as a whole or not at all", async () => {
  const db = await openDatabase();
  await applyMigrations(db, [first]);
  const rebuild = (values: string) =>
    splitMigration(
      "0001_rebuild.sql",
      `PRAGMA defer_foreign_keys = on;
CREATE TABLE pages_new (id TEXT PRIMARY KEY, title TEXT NOT NULL);
INSERT INTO pages_new SELECT id, ${values} FROM pages;
DROP TABLE pages;
ALTER TABLE pages_new RENAME TO pages;`,
    );
  await expect(applyMigrations(db, [first, rebuild("NULL")])).rejects.toThrow(
    "nothing of it was applied",
  );
  expect(await listObjects(db)).toEqual(["d1_migrations", "pages"]);
  expect(await applyMigrations(db, [first, rebuild("'A'")])).toEqual(["0001_rebuild.sql"]);
  expect(await readColumn(db, "SELECT title FROM pages")).toEqual(["A"]);
});

test("two deployments at once apply each statement once", async () => {
  const db = await openDatabase();
  await applyMigrations(db, [first]);
  const outcomes = await Promise.allSettled([
    applyMigrations(db, [first, second]),
    applyMigrations(db, [first, second]),
  ]);
  const failed = outcomes.filter(({ status }) => status === "rejected");
  if (failed.length > 0) await applyMigrations(db, [first, second]);
  expect(await readColumn(db, "SELECT id FROM pages ORDER BY id")).toEqual(["a", "b"]);
  expect(await readColumn(db, "SELECT name FROM d1_migrations ORDER BY id")).toEqual([
    "0000_init.sql",
    "0001_more.sql",
  ]);
});

test("a database that wrangler has migrated is continued, and its own table is kept", async () => {
  const db = await openDatabase();
  await db.batch([
    // As wrangler writes them.
    db.prepare(
      'CREATE TABLE IF NOT EXISTS "d1_migrations"(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)',
    ),
    ...first.statements.map((sql) => db.prepare(sql)),
    db.prepare("INSERT INTO \"d1_migrations\" (name) values ('0000_init.sql')"),
  ]);
  expect(await applyMigrations(db, [first, second])).toEqual(["0001_more.sql"]);
});
