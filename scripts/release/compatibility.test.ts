import { expect, test } from "vitest";
import { findIncompatibilities, findUpgradableFrom } from "./compatibility.ts";
import {
  hashOf,
  readMigrations,
  readRecords,
  type Migration,
  type ReleaseRecord,
} from "./record.ts";

const first: Migration = {
  name: "0000_first.sql",
  sql: `CREATE TABLE orders (id text PRIMARY KEY NOT NULL, total integer, note text NOT NULL DEFAULT '', old text);
    CREATE UNIQUE INDEX orders_total ON orders (total) WHERE total > 0;
    CREATE TABLE old_things (id integer PRIMARY KEY NOT NULL);
    CREATE TRIGGER orders_added AFTER INSERT ON orders BEGIN DELETE FROM old_things; END;`,
};

/** A release whose code knows `orders` without the column `old`, and not `old_things`. */
const release: ReleaseRecord = {
  version: "1.1.0",
  date: "2026-01-02",
  upgradableFrom: "1.0.0",
  migrations: { [first.name]: hashOf(first.sql) },
  schema: { orders: { columns: ["id", "total", "note"], unique: ["orders_total"] } },
};
const older: ReleaseRecord = {
  ...release,
  version: "1.0.0",
  schema: { ...release.schema, old_things: { columns: ["id"], unique: [] } },
};

const check = (sql: string, records = [older, release]) =>
  findIncompatibilities([first, { name: "0001_next.sql", sql }], records).join("\n");

test.each([
  ["ALTER TABLE orders ADD refunded integer DEFAULT 0 NOT NULL"],
  ["ALTER TABLE orders ADD reason text; CREATE INDEX orders_reason ON orders (reason)"],
  ["CREATE TABLE more (id text PRIMARY KEY NOT NULL, name text NOT NULL)"],
  ["DROP INDEX orders_total; CREATE UNIQUE INDEX orders_once ON orders (total) WHERE total > 0"],
])("the linter allows a migration that only adds: %s", (sql) => {
  expect(check(sql)).toBe("");
});

test.each([
  ["ALTER TABLE orders DROP COLUMN note", "orders.note is gone"],
  ["ALTER TABLE orders RENAME COLUMN note TO remark", "orders.note is gone"],
  ["ALTER TABLE orders RENAME TO sales", "orders is gone"],
  ["drop table if exists `orders`", "orders is gone"],
  ["DROP INDEX orders_total", "orders_total (unique: orders (total) WHERE total > 0) is gone"],
  [
    "DROP INDEX orders_total; CREATE UNIQUE INDEX orders_total ON orders (total) WHERE total > 1",
    "orders_total (unique: orders (total) WHERE total > 0) is gone",
  ],
  [
    `CREATE TABLE new_orders (id text PRIMARY KEY NOT NULL, total integer NOT NULL, note integer NOT NULL DEFAULT '', old text, by text NOT NULL);
     DROP TRIGGER orders_added; DROP TABLE orders; ALTER TABLE new_orders RENAME TO orders`,
    "orders is dropped",
  ],
])("the linter refuses a migration that takes away: %s", (sql, problem) => {
  expect(check(sql)).toContain(problem);
});

test("the linter names each column of a rebuilt table that demands more than before", () => {
  const found =
    check(`CREATE TABLE new_orders (id text PRIMARY KEY NOT NULL, total integer NOT NULL,
      note integer NOT NULL, old text, by text NOT NULL);
    DROP TABLE orders; ALTER TABLE new_orders RENAME TO orders`);
  expect(found).toContain("orders.total demands a value");
  expect(found).toContain("orders.note changes its type from TEXT to INTEGER");
  expect(found).toContain("orders.note demands a value");
  expect(found).toContain("orders.by is new and demands a value");
});

test("the linter allows what is marked as unused, if the code of no release since then has it", () => {
  const drop =
    "ALTER TABLE orders DROP COLUMN old; DROP TABLE old_things; DROP TRIGGER orders_added;";
  expect(check(drop)).toContain("orders.old is gone");
  expect(check(`-- unused since 1.1.0: orders.old, old_things\n${drop}`)).toBe("");
  expect(check(`-- unused since 1.0.0: orders.old, old_things\n${drop}`)).toBe(
    "0001_next.sql says that old_things is unused, but release 1.0.0 has it.",
  );
  expect(check("-- unused since 1.1.0: orders.note\nALTER TABLE orders DROP COLUMN note")).toBe(
    "0001_next.sql says that orders.note is unused, but release 1.1.0 has it.",
  );
  expect(check("-- unused since 7.0.0: orders.old\nALTER TABLE orders DROP COLUMN old")).toContain(
    "which is no release",
  );
});

test("the linter refuses an edited migration of a release", () => {
  const edited = { ...first, sql: `${first.sql} SELECT 1;` };
  expect(findIncompatibilities([edited], [release])).toEqual([
    "0000_first.sql is part of release 1.1.0, and was edited or deleted.",
  ]);
});

test("a release that drops something can be upgraded from the release that no longer used it", () => {
  const drop = {
    name: "0001_next.sql",
    sql: "-- unused since 1.1.0: old_things\nDROP TABLE old_things",
  };
  expect(findUpgradableFrom([first], release)).toBe("1.0.0");
  expect(findUpgradableFrom([first, drop], release)).toBe("1.1.0");
});

test("the linter finds a table that a migration of this repository would drop", () => {
  const migrations = readMigrations();
  const drop = { name: "9999_drop.sql", sql: "DROP TABLE payments" };
  expect(findIncompatibilities([...migrations, drop], readRecords())).toContain(
    `payments is dropped, but the code of release ${readRecords().at(-1)?.version} may use it.`,
  );
});
