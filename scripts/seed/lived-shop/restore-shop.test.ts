import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { z } from "zod";
import { isPublicText } from "../../../worker/feed/event-types.ts";
import { toWireEvent } from "../../../worker/feed/wire-event.ts";
import { MIGRATIONS, migrateDatabase } from "../../shop/migrate-database.ts";
import { findDatabaseFile, packShop } from "./pack-shop.ts";
import { restoreOrExplain, restoreShop } from "./restore-shop.ts";
import { readSnapshot, SNAPSHOT_PATH, writeSnapshot, type Snapshot } from "./snapshot-file.ts";

const DAY = 86_400_000;
const endedAt = Date.UTC(2026, 5, 30, 23, 58);
const migrations = globSync(MIGRATIONS).toSorted();

let dir: string;
let snapshot: Snapshot;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "restore-shop-"));
  snapshot = await makeOldShop(join(dir, "made"));
});
afterAll(() => rmSync(dir, { recursive: true }));

/** Makes a snapshot of a shop with one signed-in user, whose database lacks the newest migration. */
async function makeOldShop(stateDir: string): Promise<Snapshot> {
  await migrateDatabase(join(stateDir, "state"), migrations.slice(0, -1));
  const shop = new DatabaseSync(findDatabaseFile(join(stateDir, "state")));
  shop.exec(`
    INSERT INTO users (id, name, email, image, created_at, updated_at)
      VALUES ('usr_1', 'Mara', 'mara@example.com', 'http://localhost:1/mara.png', ${endedAt - DAY}, ${endedAt});
    INSERT INTO sessions (token_hash, id, user_id, created_at, last_seen_at, expires_at, absolute_end_at, authenticated_at)
      VALUES ('hash', 'ses_1', 'usr_1', 1, 1, 1, 1, 1);
    INSERT INTO mrr_movements (mode, day, customer_id, currency, kind, yearly_milli, cohort, subscriber_change)
      VALUES ('test', '2026-05-30', 'cst_1', 'usd', 'new', 600, '2026-05', 1),
        ('test', '2026-06-30', 'cst_1', 'usd', 'churned', -600, '2026-05', -1);
    INSERT INTO mrr_totals (mode, unit, period, currency, kind, yearly_milli, count)
      VALUES ('test', 'day', '2026-05-30', 'usd', 'new', 600, 1), ('test', 'month', '2026-05', 'usd', 'new', 600, 1);
    INSERT INTO sales_totals (mode, unit, dimension, period, key, currency, gross_minor, refunded_minor, count)
      VALUES ('test', 'month', 'country', '2026-05', 'FR', 'usd', 900, 0, 1);
    INSERT INTO daily_payments (mode, day, currency, gross_minor, refunded_minor, count, failed_count)
      VALUES ('test', '2026-05-30', 'usd', 900, 0, 1, 0);
  `);
  shop.close();
  mkdirSync(join(stateDir, "sandbox"));
  const stripe = new DatabaseSync(join(stateDir, "sandbox", "stripe.sqlite"));
  const seconds = endedAt / 1000;
  stripe.exec(`
    CREATE TABLE accounts (key TEXT, clock_offset INTEGER);
    INSERT INTO accounts VALUES ('sk_test_sandbox', -500);
    CREATE TABLE objects (type TEXT, created INTEGER, data TEXT);
    CREATE INDEX objects_by_type ON objects (type);
    INSERT INTO objects VALUES ('event', ${seconds - 31 * 86_400}, '{}'),
      ('charge', ${seconds - 90}, '{"created":${seconds - 90},"receipt_url":"http://127.0.0.1:2/r"}');
    ${["idempotency", "requests", "attempts", "deliveries"].map((name) => `CREATE TABLE ${name} (x);`).join("\n")}
  `);
  stripe.close();
  return packShop({
    stateDir,
    endedAt,
    shopUrl: "http://localhost:1",
    sandboxUrl: "http://127.0.0.1:2",
  });
}

const place = {
  shopUrl: "http://localhost:8787",
  sandboxUrl: "http://127.0.0.1:8788",
  now: endedAt + 100 * DAY + 5 * 3_600_000,
};
const restore = (path: string, stateDir: string) => restoreShop({ path, stateDir, ...place });

it("a snapshot that is older than the newest migration is restored, moved to today, and migrated", async () => {
  const path = join(dir, "old.snapshot");
  writeSnapshot(path, snapshot);
  const stateDir = join(dir, "restored");
  await restore(path, stateDir);
  expect(await migrateDatabase(join(stateDir, "state"))).toEqual([basename(migrations.at(-1)!)]);
  const shop = new DatabaseSync(findDatabaseFile(join(stateDir, "state")));
  expect(shop.prepare("SELECT image, created_at FROM users").all()).toEqual([
    { image: "http://localhost:8787/mara.png", created_at: endedAt + 99 * DAY },
  ]);
  expect(shop.prepare("SELECT count(*) AS count FROM sessions").get()).toEqual({ count: 0 });
  expect(shop.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
  // Tables, indexes and triggers are as in a new shop.
  await migrateDatabase(join(dir, "new"));
  const newShop = new DatabaseSync(findDatabaseFile(join(dir, "new")));
  const listSchema = (database: DatabaseSync) =>
    database.prepare("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").all();
  expect(listSchema(shop)).toEqual(listSchema(newShop));
  const stripe = new DatabaseSync(join(stateDir, "sandbox", "stripe.sqlite"));
  const created = endedAt / 1000 - 90 + 100 * 86_400;
  expect(stripe.prepare("SELECT * FROM objects").all()).toEqual([
    {
      type: "charge",
      created,
      data: `{"created":${created},"receipt_url":"http://127.0.0.1:8788/r"}`,
    },
  ]);
  expect(stripe.prepare("SELECT clock_offset FROM accounts").get()).toEqual({ clock_offset: 0 });
  for (const database of [shop, newShop, stripe]) database.close();
});

it("the months of a restored shop follow from its moved days: none of the old months is left", async () => {
  const path = join(dir, "months.snapshot");
  writeSnapshot(path, snapshot);
  const stateDir = join(dir, "months");
  await restore(path, stateDir);
  const shop = new DatabaseSync(findDatabaseFile(join(stateDir, "state")));
  const list = (sql: string) => shop.prepare(sql).all();
  expect(list("SELECT day, cohort FROM mrr_movements ORDER BY day")).toEqual([
    { day: "2026-09-07", cohort: "2026-09" },
    { day: "2026-10-08", cohort: "2026-09" },
  ]);
  expect(list("SELECT unit, period FROM mrr_totals")).toEqual([
    { unit: "day", period: "2026-09-07" },
  ]);
  expect(list("SELECT * FROM sales_totals WHERE unit = 'month'")).toEqual([]);
  // The Worker adds up these days and their months before it shows a figure.
  expect(list("SELECT day FROM stale_days ORDER BY day")).toEqual([
    { day: "2026-09-07" },
    { day: "2026-10-08" },
  ]);
  shop.close();
});

test.each<[string, (path: string) => void, RegExp]>([
  ["is missing", () => {}, /cannot be read/],
  ["is damaged", (path) => writeFileSync(path, "no snapshot"), /cannot be read/],
  [
    "is cut short",
    (path) => {
      writeSnapshot(path, snapshot);
      writeFileSync(path, readFileSync(path).subarray(0, 2000));
    },
    /cannot be read/,
  ],
  [
    "is of a newer version",
    (path) => {
      const migrations = [{ name: "9999_newer.sql", sha256: "" }];
      writeSnapshot(path, { ...snapshot, migrations });
    },
    /it has the migration 9999_newer.sql, which this version lacks/,
  ],
  [
    "has another migration of the same name",
    (path) => {
      const migrations = snapshot.migrations.map(({ name }) => ({ name, sha256: "another" }));
      writeSnapshot(path, { ...snapshot, migrations });
    },
    /its migration 0000_init.sql was another one; make it again with npm run snapshot/,
  ],
])("a snapshot that %s is refused, and nothing is left behind", async (_, write, reason) => {
  const path = join(dir, "refused.snapshot");
  rmSync(path, { force: true });
  write(path);
  const stateDir = join(dir, "refused");
  await expect(restore(path, stateDir)).rejects.toThrow(reason);
  expect(existsSync(join(stateDir, "state"))).toBe(false);
});

it("the start says why a snapshot cannot be used, and goes on without it", async () => {
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const stateDir = join(dir, "explained");
  await restoreOrExplain({ path: join(dir, "none.snapshot"), stateDir, ...place, log });
  expect(lines[1]).toMatch(
    /^Its snapshot cannot be used: .*none\.snapshot cannot be read: .* The shop begins with the demo products alone\.$/,
  );
  expect(await migrateDatabase(join(stateDir, "state"))).toHaveLength(migrations.length);
});

it("each stored event of the demo shop is as the API's document says, however old it is", () => {
  const path = join(dir, "demo.sqlite");
  writeFileSync(path, readSnapshot(SNAPSHOT_PATH).shop.bytes);
  const shop = new DatabaseSync(path);
  const rows = shop
    .prepare(
      `SELECT sequence, type, user_id AS userId, data, created_at AS createdAt FROM feed_events
       WHERE ${isPublicText("type")}`,
    )
    .all() as Parameters<typeof toWireEvent>[0][];
  shop.close();
  const document = readFileSync("docs/openapi.json", "utf8");
  const { components } = JSON.parse(document.replaceAll("#/components/schemas/", "#/$defs/"));
  const schema = z.fromJSONSchema({ $ref: "#/$defs/Event", $defs: components.schemas });
  const refused = rows
    .map((row) => schema.safeParse(toWireEvent(row)))
    .flatMap(({ error }) => (error ? [error.message] : []));
  expect(rows.length).toBeGreaterThan(3000);
  expect(refused).toEqual([]);
});
