import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getPlatformProxy } from "wrangler";
import { COMMITTED_CONFIG } from "../deploy/config.ts";
import { MIGRATIONS_TABLE } from "../migrations/apply-migrations.ts";
import { MIGRATIONS } from "../shop/migrate-database.ts";
import { openSqliteDatabase } from "../testing/sqlite-database.ts";
import { inspectDatabase } from "./load-database.ts";
import { makeBackup, type Shop } from "./make-backup.ts";
import { listBackups, readManifest, type Manifest } from "./manifest.ts";
import { restoreFiles } from "./restore-files.ts";
import { restoreShop } from "./restore-shop.ts";
import { openFolder, type Storage } from "./storage.ts";
import { leftOut } from "./tables.ts";
import { checkFiles, rehearseRestore } from "./verify-backup.ts";

const quiet = () => {};
const migrations = globSync(MIGRATIONS).toSorted();

let dir: string;
let nextName = 0;
let files: Env["FILES"];
let closeFiles: () => Promise<void>;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "backup-"));
  migrate(join(dir, "migrated.sqlite"));
  const platform = await getPlatformProxy<Env>({
    configPath: COMMITTED_CONFIG,
    persist: { path: join(dir, "v3") },
  });
  files = platform.env.FILES;
  closeFiles = () => platform.dispose();
});
afterAll(async () => {
  await closeFiles();
  rmSync(dir, { recursive: true });
});

const newStorage = () => openFolder(join(dir, String(nextName++)));

/** The migrations are applied once: each database is a copy. */
function migrate(path: string, applied = migrations): void {
  const sqlite = new DatabaseSync(path);
  sqlite.exec(`PRAGMA synchronous = OFF; ${MIGRATIONS_TABLE}`);
  for (const migration of applied) {
    sqlite.exec(readFileSync(migration, "utf8"));
    sqlite.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(basename(migration));
  }
  sqlite.close();
}

/** Makes a database with all migrations, and so many users with rows in several tables. */
function createDatabase(userCount = 0): DatabaseSync {
  const path = join(dir, `${nextName++}.sqlite`);
  copyFileSync(join(dir, "migrated.sqlite"), path);
  const sqlite = new DatabaseSync(path);
  sqlite.exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY");
  if (userCount === 0) return sqlite;
  insert(sqlite, "products", { id: "prd_1", slug: "book", name: "Book" });
  insert(sqlite, "settings", { name: "shop", value: '{"name":"Ö \u0000 \'\'"}' });
  insert(sqlite, "feed_histories", { object_id: "ord_1", states: Buffer.from("00ff7b22", "hex") });
  insert(sqlite, "feed_histories", { object_id: "ord_2", states: '[{"blob":"ff"}]' });
  insert(sqlite, "sweeps", {
    id: "large",
    checked: 9223372036854775807n,
    drifted: -9007199254740993n,
  });
  for (let n = 1; n <= userCount; n++) addUser(sqlite, n);
  // Rowids with gaps: rows of other tables refer to those of events.
  insert(sqlite, "events", { rowid: 7, id: "evt_1", status: "done" });
  insert(sqlite, "events", { rowid: 900, id: "evt_2", status: "done" });
  return sqlite;
}

/** Inserts a row. A column that must have a value, and is not given, gets one of its type. */
function insert(sqlite: DatabaseSync, table: string, values: Record<string, SQLInputValue>): void {
  const required = sqlite
    .prepare(
      `SELECT name, type FROM pragma_table_info('${table}') WHERE "notnull" AND dflt_value IS NULL AND NOT (pk = 1 AND lower(type) = 'integer')`,
    )
    .all() as { name: string; type: string }[];
  const row: Record<string, SQLInputValue> = {};
  for (const { name, type } of required)
    row[name] = name === "mode" ? "test" : type.toLowerCase() === "integer" ? 1 : "x";
  Object.assign(row, values);
  const names = Object.keys(row);
  sqlite
    .prepare(
      `INSERT INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    )
    .run(...Object.values(row));
}

function addUser(sqlite: DatabaseSync, n: number): void {
  const id = `usr_${n}`;
  insert(sqlite, "users", { id, name: `Zoë ${n}`, email: `user${n}@example.com` });
  insert(sqlite, "customers", { id: `cst_${n}`, user_id: id, stripe_customer_id: `cus_${n}` });
  insert(sqlite, "mrr_steps", { subscription_id: `sub_${n}`, customer_id: `cst_${n}` });
  insert(sqlite, "sessions", { token_hash: `hash${n}`, id: `ses_${n}`, user_id: id });
  addEvent(sqlite, n);
  insert(sqlite, "feed_newest", { user_id: id, objects: `{"${id}":[${n},{"name":"Zoë"}]}` });
}

const addEvent = (sqlite: DatabaseSync, n: number) =>
  insert(sqlite, "feed_events", { object_id: `usr_${n}`, user_id: `usr_${n}` });

/** A shop whose database is in this process, and whose files are in R2. */
const openShop = (sqlite: DatabaseSync, onCall?: (statements: string[]) => void): Shop => ({
  bindings: { DB: openSqliteDatabase(sqlite, onCall) as Env["DB"], FILES: files },
  url: "http://localhost:8787",
  mode: "test",
  now: () => Date.now(),
});

const backUp = async (shop: Shop, storage: Storage, settings: string | null = null) =>
  (await makeBackup(shop, storage, { settings, progress: quiet })).manifest;

const restore = (
  shop: Shop,
  storage: Storage,
  manifest: Manifest,
  replaces = false,
): Promise<void> => restoreShop(shop, storage, manifest, { replaces, progress: quiet });

/** All rows with their rowids, as texts, with the digits of every integer. */
function dump(sqlite: DatabaseSync): string[] {
  const tables = sqlite
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all() as { name: string; sql: string }[];
  return tables
    .filter(({ name }) => !["d1_migrations", "site_version", "packing_pauses"].includes(name))
    .flatMap(({ name, sql }) => {
      const rowid = /WITHOUT ROWID/i.test(sql) ? "" : "rowid, ";
      const statement = sqlite.prepare(`SELECT ${rowid}* FROM "${name}"`);
      statement.setReadBigInts(true);
      return statement.all().map((row) => `${name} ${toText(row)}`);
    });
}

const toText = (row: Record<string, unknown>) =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));

/** The rows that only one of two dumps has. */
const compare = (found: string[], expected: string[]) => ({
  more: [...new Set(found).difference(new Set(expected))].slice(0, 5),
  missing: [...new Set(expected).difference(new Set(found))].slice(0, 5),
});
const same = { more: [], missing: [] };

it("an empty shop becomes the same, value by value, and with the same search", async () => {
  const sqlite = createDatabase(120);
  const storage = newStorage();
  const manifest = await backUp(openShop(sqlite), storage);
  const target = createDatabase();
  await restore(openShop(target), storage, manifest);
  expect(compare(dump(target), dump(sqlite))).toEqual(same);
  expect(dump(target).filter((row) => row.startsWith("search_parts")).length).toBeGreaterThan(120);
  // SQLite quotes the name of a table that was renamed, as the tables are that were closed.
  const schema =
    "SELECT type, name, replace(sql, '`', '\"') AS sql FROM sqlite_master ORDER BY type, name";
  expect(target.prepare(schema).all()).toEqual(sqlite.prepare(schema).all());
  expect(target.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
});

it("every table of the schema is in a backup, or is named with the reason why not", async () => {
  const sqlite = createDatabase(1);
  const manifest = await backUp(openShop(sqlite), newStorage());
  const named = [...manifest.tables.map(({ name }) => name), ...Object.keys(leftOut)];
  const tables = sqlite
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => name as string)
    .filter((name) => name !== "d1_migrations");
  expect(named.toSorted()).toEqual(tables.toSorted());
});

describe("a shop that sells while its backup is made", () => {
  /**
   * Before each call, a purchase: rows in several tables and an event, in one transaction. Older users change, too:
   * where their page was read already, and where it was not.
   */
  function sellDuring(sqlite: DatabaseSync, limit: number) {
    let next = 1000;
    /** All rows when the last batch ran, which is the moment that the backup shows. */
    let atLastBatch: string[] = [];
    const onCall = (statements: string[]) => {
      if (next - 1000 < limit) sell();
      if (statements.some((sql) => sql.includes("FROM sqlite_sequence")))
        atLastBatch = dump(sqlite);
    };
    const sell = () => {
      sqlite.exec("BEGIN");
      addUser(sqlite, next);
      const old = 1 + (next % 250);
      sqlite.exec(`UPDATE users SET name = 'New ${next}' WHERE id = 'usr_${old}'`);
      // As when a checkout is completed and another one is opened: the unique index has room for one.
      sqlite.exec(`
        UPDATE customers SET user_id = 'usr_${next}', is_secondary = 1 WHERE id = 'cst_${old}';
        DELETE FROM mrr_steps WHERE customer_id = 'cst_${old}';
        INSERT OR IGNORE INTO customers (id, user_id, mode, stripe_customer_id, created_at)
          VALUES ('aaa_${old}', 'usr_${old}', 'test', 'cus_new_${old}', 1);
      `);
      addEvent(sqlite, old);
      sqlite.exec("COMMIT");
      next++;
    };
    return { onCall, read: () => ({ atLastBatch, sold: next - 1000 }) };
  }

  it.each([30, 10_000])(
    "the backup is the shop at one moment, after %i purchases at most",
    async (limit) => {
      const sqlite = createDatabase(250);
      const storage = newStorage();
      const { onCall, read } = sellDuring(sqlite, limit);
      const manifest = await backUp(openShop(sqlite, onCall), storage);
      const { atLastBatch, sold } = read();
      expect(sold).toBeGreaterThanOrEqual(30);
      const target = createDatabase();
      await restore(openShop(target), storage, manifest);
      expect(compare(dump(target), atLastBatch)).toEqual(same);
      expect(target.prepare("PRAGMA foreign_key_check").all()).toEqual([]);
    },
  );
});

it("no payment is packed while a backup reads, and none any longer than it reads", async () => {
  const sqlite = createDatabase(1);
  insert(sqlite, "packing_pauses", { until: Date.now() - 1 });
  const pauses = () => sqlite.prepare("SELECT until FROM packing_pauses").all();
  const duringReads: number[] = [];
  const onCall = ([sql = ""]: string[]) => {
    if (sql.includes('"#large"')) duringReads.push(pauses().length);
  };
  await backUp(openShop(sqlite, onCall), newStorage());
  expect(new Set(duringReads)).toEqual(new Set([1]));
  expect(pauses()).toEqual([]);
  const failing = openShop(sqlite, ([sql = ""]) => {
    if (sql.includes("FROM d1_migrations")) throw new Error("gone");
  });
  await expect(backUp(failing, newStorage())).rejects.toThrow("gone");
  expect(pauses()).toEqual([]);
});

it("a shop of an earlier release is backed up before it is upgraded", async () => {
  const path = join(dir, `${nextName++}.sqlite`);
  const later = migrations.findIndex((name) => name.includes("payment_packs"));
  migrate(path, migrations.slice(0, later));
  const sqlite = new DatabaseSync(path);
  insert(sqlite, "users", { id: "usr_1" });
  const { tables } = await backUp(openShop(sqlite), newStorage());
  expect(tables.find(({ name }) => name === "users")).toMatchObject({ rows: 1 });
});

it("a backup reads again what it asked for when the connection was lost, and nothing else", async () => {
  const sqlite = createDatabase(30);
  const storage = newStorage();
  let reads = 0;
  const fail = (message: string) => (statements: string[]) => {
    if (statements.some((sql) => sql.includes('"#large"')) && ++reads % 3 === 0)
      throw new TypeError(message);
  };
  const manifest = await backUp(openShop(sqlite, fail("fetch failed")), storage);
  expect(reads).toBeGreaterThan(30);
  const target = createDatabase();
  await restore(openShop(target), storage, manifest);
  expect(compare(dump(target), dump(sqlite))).toEqual(same);
  reads = 2;
  await expect(backUp(openShop(sqlite, fail("no such table")), newStorage())).rejects.toThrow(
    "no such table",
  );
  expect(reads).toBe(3);
});

it("a restore can be killed before any call, is closed to everybody then, and continues", async () => {
  const sqlite = createDatabase(30);
  const storage = newStorage();
  const manifest = await backUp(openShop(sqlite), storage);
  const target = createDatabase();
  const hasTable = (name: string) =>
    target.prepare("SELECT 1 FROM sqlite_master WHERE name = ?").get(name) !== undefined;
  /** @returns why it ended; null if it was not killed */
  const tryWith = async (allowedCalls: number, progress: (line: string) => void) => {
    let calls = 0;
    const dying = openShop(target, () => {
      if (++calls > allowedCalls) throw new Error("killed");
    });
    try {
      await restoreShop(dying, storage, manifest, { replaces: false, progress });
      return null;
    } catch (error) {
      // A migration that is killed says which one it was.
      return /\bkilled\b/.test(String(error)) ? "killed" : String(error);
    }
  };
  const attempts: { reason: string | null; isContinued: boolean; isHalfOpen: boolean }[] = [];
  do {
    const lines: string[] = [];
    const reason = await tryWith(1 + 17 * attempts.length, (line) => void lines.push(line));
    attempts.push({
      reason,
      isContinued: lines.some((line) => line.startsWith("Continuing")),
      isHalfOpen: hasTable("unfinished_restore") && hasTable("settings"),
    });
  } while (attempts.at(-1)!.reason === "killed");
  expect(new Set(attempts.map(({ reason }) => reason))).toEqual(new Set(["killed", null]));
  expect(attempts.filter(({ isHalfOpen }) => isHalfOpen)).toEqual([]);
  expect(attempts.filter(({ isContinued }) => isContinued).length).toBeGreaterThan(3);
  expect(compare(dump(target), dump(sqlite))).toEqual(same);
});

it("a restore that was killed after the shop was open only compares, and keeps what was sold since", async () => {
  const sqlite = createDatabase(3);
  const storage = newStorage();
  const manifest = await backUp(openShop(sqlite), storage);
  const target = createDatabase();
  const isOpened = () =>
    target.prepare("SELECT 1 FROM sqlite_master WHERE name = 'opened_restore'").get() !== undefined;
  const dying = openShop(target, () => {
    if (isOpened()) throw new Error("killed");
  });
  await expect(restore(dying, storage, manifest)).rejects.toThrow("killed");
  insert(target, "users", { id: "usr_new", email: "new@example.com" });
  await restore(openShop(target), storage, manifest);
  expect(target.prepare("SELECT count(*) AS count FROM users").get()).toEqual({ count: 4 });
  expect(isOpened()).toBe(false);
});

it("a shop with data is replaced only when that was confirmed, and no number is given again", async () => {
  const storage = newStorage();
  const manifest = await backUp(openShop(createDatabase(5)), storage);
  const other = createDatabase(9);
  other.exec("UPDATE sqlite_sequence SET seq = 50000000 WHERE name = 'feed_events'");
  const shop = openShop(other);
  await expect(restore(shop, storage, manifest)).rejects.toThrow("The shop has data");
  await restore(shop, storage, manifest, true);
  expect(other.prepare("SELECT count(*) AS count FROM users").get()).toEqual({ count: 5 });
  // No program that has read the lost events gets one of their numbers again.
  expect((await inspectDatabase(shop.bindings.DB)).sequence).toBeGreaterThan(50_000_000);
});

it("an email that was due before is not sent again, and a later reminder stays", async () => {
  const sqlite = createDatabase(1);
  const email = { user_id: "usr_1", kind: "purchase" };
  const now = Date.now();
  const [due, sent, later] = ["eml_due", "eml_sent", "eml_later"].map((id) => ({
    ...email,
    id,
    dedupe_key: id,
  }));
  insert(sqlite, "emails", { ...due, status: "queued", next_attempt_at: now - 1 });
  insert(sqlite, "emails", { ...sent, status: "sent", next_attempt_at: 1 });
  insert(sqlite, "emails", { ...later, status: "queued", next_attempt_at: now + 86_400_000 });
  const storage = newStorage();
  const manifest = await backUp(openShop(sqlite), storage);
  const target = createDatabase();
  await restore(openShop(target), storage, manifest);
  expect(target.prepare("SELECT id, status, error FROM emails ORDER BY id").all()).toEqual([
    { id: "eml_due", status: "skipped", error: "restored" },
    { id: "eml_later", status: "queued", error: null },
    { id: "eml_sent", status: "sent", error: null },
  ]);
});

it("what is in memory does not grow with the database", async () => {
  const largest: number[] = [];
  for (const rows of [3000, 9000]) {
    const sqlite = createDatabase();
    sqlite.exec(`INSERT INTO feed_events (mode, type, object_id, data, actor_type, actor_id, request_id, created_at)
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
      SELECT 'test', 'x', 'o' || i, printf('{"text":"%.*c"}', 1500, 'x'), 'system', 'x', 'r', i FROM n`);
    const database = openSqliteDatabase(sqlite);
    let most = 0;
    const counting = {
      ...database,
      prepare(sql: string) {
        const statement = database.prepare(sql);
        const all = statement.bind;
        statement.bind = (...values: unknown[]) => {
          const bound = all(...values);
          const read = bound.all;
          bound.all = async <Row>() => {
            const answer = await read<Row>();
            most = Math.max(most, JSON.stringify(answer.results).length);
            return answer;
          };
          return bound;
        };
        return statement;
      },
    };
    const storage = newStorage();
    const written: number[] = [];
    const observed: Storage = {
      ...storage,
      async write(path, content) {
        written.push(content.length);
        await storage.write(path, content);
      },
    };
    const shop = { ...openShop(sqlite), bindings: { DB: counting as Env["DB"], FILES: files } };
    const manifest = await backUp(shop, observed);
    const { parts } = manifest.tables.find(({ name }) => name === "feed_events")!;
    // A part is written as soon as it has 8 MB of text.
    expect(Math.max(...parts.map(({ lines }) => lines))).toBeLessThan(5500);
    expect(parts.reduce((sum, { lines }) => sum + lines, 0)).toBe(rows);
    largest.push(most);
  }
  expect(largest[1]).toBeLessThan(1.1 * largest[0]!);
  expect(largest[1]).toBeLessThan(3_000_000);
});

describe("files", () => {
  const content = new Uint8Array(200).map((_, at) => at);

  it("a file is copied once for all backups, and comes back with its metadata", async () => {
    const metadata = { httpMetadata: { contentType: "a/b" }, customMetadata: { name: "x" } };
    await files.put("files/one", content, metadata);
    await files.put("stripe-events/test/2026-01-01/x", "payload");
    const sqlite = createDatabase(1);
    const storage = newStorage();
    const shop = openShop(sqlite);
    const first = await makeBackup(shop, storage, { settings: null, progress: quiet });
    await files.put("files/two", "two");
    const later = { ...shop, now: () => Date.now() + 5000 };
    const second = await makeBackup(later, storage, { settings: null, progress: quiet });
    expect([first.copied, second.copied, second.manifest.objects.count]).toEqual([1, 1, 2]);
    expect(await listBackups(storage)).toEqual([first.manifest.id, second.manifest.id]);

    await files.delete(["files/one", "files/two"]);
    await restore(openShop(createDatabase()), storage, second.manifest);
    const restored = await files.get("files/one");
    expect(new Uint8Array(await restored!.arrayBuffer())).toEqual(content);
    expect(restored).toMatchObject(metadata);
    for (const id of await listBackups(storage))
      expect(await checkFiles(storage, await readManifest(storage, id))).toEqual([]);
    await files.delete(["files/one", "files/two", "stripe-events/test/2026-01-01/x"]);
  });

  it("a bucket that was lost gets its files back, and what is newer than the backup is named", async () => {
    await files.put("files/one", content);
    const sqlite = createDatabase(1);
    insert(sqlite, "benefits", { id: "ben_1", type: "download" });
    insert(sqlite, "files", { id: "fil_1", benefit_id: "ben_1", name: "Handbook" });
    const version = { file_id: "fil_1", file_name: "book.pdf" };
    insert(sqlite, "file_versions", { ...version, id: "v1", r2_key: "files/one" });
    const storage = newStorage();
    const shop = openShop(sqlite);
    const manifest = await backUp(shop, storage);
    insert(sqlite, "file_versions", { ...version, id: "v2", number: 2, r2_key: "files/newer" });
    const before = dump(sqlite);
    await files.delete("files/one");
    expect(await restoreFiles(shop, storage, manifest, quiet)).toEqual([
      "Handbook, version 2 (book.pdf)",
    ]);
    const restored = await files.get("files/one");
    expect(new Uint8Array(await restored!.arrayBuffer())).toEqual(content);
    expect(dump(sqlite)).toEqual(before);
    await files.delete("files/one");
  });

  it("verification names the part that is damaged, and the file that is missing", async () => {
    await files.put("files/one", content);
    const sqlite = createDatabase(2);
    insert(sqlite, "benefits", { id: "ben_1", type: "download" });
    insert(sqlite, "files", { id: "fil_1", benefit_id: "ben_1" });
    const version = { file_id: "fil_1", size: 200 };
    insert(sqlite, "file_versions", { ...version, id: "v1", r2_key: "files/one" });
    insert(sqlite, "file_versions", { ...version, id: "v2", number: 2, r2_key: "files/lost" });
    const storage = newStorage();
    const manifest = await backUp(openShop(sqlite), storage);
    expect(await checkFiles(storage, manifest)).toEqual([]);
    expect(await rehearseRestore(storage, manifest, quiet)).toEqual([
      "The file files/one has another content",
      "The file files/lost is missing",
    ]);
    const { path } = manifest.tables.find(({ name }) => name === "users")!.parts[0]!;
    const bytes = readFileSync(join(storage.place, path));
    bytes[40]! ^= 1;
    writeFileSync(join(storage.place, path), bytes);
    rmSync(join(storage.place, "objects"), { recursive: true });
    expect(await checkFiles(storage, manifest)).toEqual([`${path} is damaged`]);
    const empty = openShop(createDatabase());
    await expect(restore(empty, storage, manifest)).rejects.toThrow(`${path} is damaged`);
    await files.delete("files/one");
  });
});
