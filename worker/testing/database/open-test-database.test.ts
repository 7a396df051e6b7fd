import { env as workerEnv } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openTestDatabase } from "./open-test-database.ts";
import type { TestDatabase } from "./test-database.ts";

const env = workerEnv as typeof workerEnv & {
  LOCAL_D1: D1Database;
  TEST_DATABASE: DurableObjectNamespace<TestDatabase>;
};

type Call = (db: D1Database) => Promise<unknown>;

const query =
  (sql: string, ...values: unknown[]): Call =>
  (db) =>
    db
      .prepare(sql)
      .bind(...values)
      .all();

const tables = [
  "CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL CHECK (length(name) < 9))",
  "CREATE TABLE books (shelf INTEGER REFERENCES shelves (id), title, cover BLOB)",
  "CREATE INDEX books_title ON books (title)",
  "CREATE TABLE counts (n INTEGER)",
  "INSERT INTO counts VALUES (0)",
  "CREATE TRIGGER counted AFTER INSERT ON books BEGIN UPDATE counts SET n = n + 1; SELECT RAISE(ABORT, 'too many') FROM counts WHERE n > 5; END",
  "INSERT INTO shelves VALUES (1, 'low'), (2, 'high')",
].map((sql) => query(sql));

/** What a call returns or throws, without times and sizes, which belong to the file of each database. */
async function findOutcome(call: Call, db: D1Database): Promise<unknown> {
  try {
    return JSON.parse(
      JSON.stringify(await call(db), (key, value: unknown) =>
        ["duration", "timings", "size_after"].includes(key) ? typeof value : value,
      ) ?? "null",
    );
  } catch (error) {
    return { message: (error as Error).message, cause: String((error as Error).cause) };
  }
}

/** Makes the same calls to both databases, one after the other, and expects the same outcomes. */
async function expectSame(calls: Call[]): Promise<void> {
  const emptied = ["books", "shelves", "counts"].map((table) => `DROP TABLE IF EXISTS ${table}`);
  const listOutcomes = async (db: D1Database) => {
    for (const call of [...emptied.map((sql) => query(sql)), ...tables]) await call(db);
    const outcomes: unknown[] = [];
    for (const [at, call] of calls.entries())
      outcomes.push({ at, outcome: await findOutcome(call, db) });
    return outcomes;
  };
  const quick = openTestDatabase(env.TEST_DATABASE, "compared");
  expect(await listOutcomes(quick)).toEqual(await listOutcomes(env.LOCAL_D1));
}

describe("the tests' database answers as the local D1", () => {
  it("values of each type come back as D1 gives them", async () => {
    const types =
      "SELECT ?1 AS value, typeof(?1) AS type, hex(?1) AS bytes, ?1 = 1 AS isOne, ?1 IS NULL AS isNull";
    const view = new Uint8Array([9, 8, 7, 6]).subarray(1, 3);
    const numbers = [1, 0, -0, 1.5, 2 ** 53, -(2 ** 40), 1e300, NaN, Infinity];
    const texts = ["", "text", "ünï 😀", "a\u0000b", true, false, null];
    const bytes = [new Uint8Array([0, 255]), new Uint8Array([1, 2]).buffer, view, [1, 2, 3], []];
    const values: unknown[] = [...numbers, ...texts, ...bytes];
    await expectSame(values.map((value) => query(types, value)));
  });

  it("values that D1 refuses are refused", async () => {
    const refused = [undefined, { a: 1 }, [1, "x"], [300], 5n, () => 1];
    await expectSame(
      refused.map((value) => async (db) => db.prepare("SELECT ?").bind(value).all()),
    );
  });

  it("rows come as objects, as arrays, and one at a time", async () => {
    const all = "SELECT shelves.id, name, books.shelf AS id FROM shelves LEFT JOIN books ON true";
    const numbers =
      "SELECT 9007199254740993 AS big, 1e999 AS endless, 1.0 AS one, x'00ff' AS bytes";
    await expectSame([
      query("INSERT INTO books (shelf, title) VALUES (1, 'A'), (2, NULL) RETURNING title, rowid"),
      query(all),
      query(numbers),
      (db) => db.prepare(all).raw(),
      (db) => db.prepare(all).raw({ columnNames: true }),
      (db) => db.prepare(all).run(),
      (db) => db.prepare(all).first(),
      (db) => db.prepare(all).first("name"),
      (db) => db.prepare(all).first("nothing"),
      (db) => db.prepare("SELECT * FROM books WHERE title = 'none'").first(),
      (db) => db.prepare("SELECT * FROM books WHERE title = 'none'").raw({ columnNames: true }),
      (db) => db.prepare("UPDATE books SET title = 'B'").raw(),
      query("PRAGMA table_info(books)"),
      query("SELECT value FROM json_each(?)", "[1, 2.5, null, true]"),
    ]);
  });

  it("changes, the last row's id and the rows that are billed are counted alike", async () => {
    await expectSame([
      query("INSERT INTO books (shelf, title) VALUES (1, 'A'), (1, 'B')"),
      query("SELECT last_insert_rowid() AS id, total_changes() > 0 AS any"),
      query("SELECT * FROM books WHERE title = 'A'"),
      query("UPDATE books SET title = 'C' WHERE title = 'none'"),
      query("UPDATE books SET title = 'C'"),
      query("INSERT INTO shelves VALUES (2, 'x') ON CONFLICT DO NOTHING"),
      query("INSERT INTO shelves VALUES (2, 'x') ON CONFLICT DO UPDATE SET name = 'new'"),
      query("INSERT OR REPLACE INTO shelves VALUES (7, 'new')"),
      query("DELETE FROM books WHERE title = 'C' RETURNING *"),
      query("SELECT * FROM counts"),
    ]);
  });

  it("errors have the same words", async () => {
    await expectSame([
      query("INSERT INTO shelves VALUES (3, 'low')"),
      query("INSERT INTO shelves VALUES (1, 'other')"),
      query("INSERT INTO shelves VALUES (3, NULL)"),
      query("INSERT INTO shelves VALUES (3, 'far too long')"),
      query("INSERT INTO books (shelf) VALUES (99)"),
      query("SELECT * FROM nowhere"),
      query("SELECT nothing FROM books"),
      query("SELEC 1"),
      query("SELECT ?, ?", 1),
      query("SELECT 1", 1),
      query(`SELECT ${Array(101).fill("?").join(", ")}`, ...Array(101).fill(1)),
      query(`SELECT ${Array(101).fill("1").join(", ")}`),
      query("SELECT abs(-9223372036854775808)"),
      query("SELECT json('{')"),
      query("BEGIN"),
      query("PRAGMA foreign_keys = OFF"),
      query("ATTACH 'x' AS y"),
      query("  "),
      query("SELECT 1; SELECT 2"),
      query("\n -- a comment\nSELECT 1 AS one"),
      (db) => db.exec("SELECT 1\nSELECT 2"),
      (db) => db.exec("SELECT 1\nSELEC 2"),
    ]);
  });

  it("a batch takes effect as a whole or not at all", async () => {
    const batch =
      (...sql: string[]): Call =>
      (db) =>
        db.batch(sql.map((text) => db.prepare(text)));
    await expectSame([
      batch("INSERT INTO books (title) VALUES ('A')", "SELECT * FROM books", "SELECT 1 AS one"),
      batch("UPDATE books SET title = 'E'", "SELECT changes() AS n", "SELECT changes() AS n"),
      batch(
        "UPDATE books SET title = 'F' WHERE title = 'none'",
        "INSERT INTO books (title) SELECT 'F' WHERE changes() > 0 RETURNING title",
      ),
      batch("INSERT INTO books (title) VALUES ('B')", "INSERT INTO shelves VALUES (1, 'x')"),
      query("SELECT * FROM books"),
      batch(...Array<string>(7).fill("INSERT INTO books (title) VALUES ('C')")),
      query("SELECT (SELECT count(*) FROM books) AS books, n FROM counts"),
      query("INSERT INTO books (title) VALUES ('D')"),
      batch("PRAGMA defer_foreign_keys = on", "DELETE FROM shelves WHERE id = 1"),
      batch(),
    ]);
  });

  it("batches that come at once see what those before them wrote", async () => {
    const add = (db: D1Database) =>
      db.batch([
        db.prepare("INSERT INTO books (title) SELECT count(*) FROM books"),
        db.prepare("SELECT max(title) AS newest FROM books"),
      ]);
    const toNewest = ([, read]: D1Result<unknown>[]) => read!.results;
    await expectSame([
      async (db) => (await Promise.all([add(db), add(db), add(db)])).map(toNewest),
      async (db) => {
        const session = db.withSession("first-primary");
        return session.prepare("SELECT count(*) AS n FROM books").first("n");
      },
    ]);
  });
});
