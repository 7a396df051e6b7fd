import { expect, test } from "vitest";
import { estimateEffort, listTablesRead } from "./effort.ts";

test("a migration that only adds a column or a table reads no table", () => {
  const sql = "-- UPDATE nothing\nALTER TABLE `a` ADD `b` text; CREATE TABLE `c` (`d` text)";
  expect(listTablesRead({ name: "", sql })).toEqual([]);
});

test("a migration reads the tables that it indexes, changes, or copies from", () => {
  const sql = `CREATE INDEX \`i\` ON \`a\` (b); UPDATE "b" SET c = 1;
    INSERT INTO c SELECT * FROM d; DELETE FROM e WHERE 1`;
  expect(listTablesRead({ name: "", sql })).toEqual(["a", "b", "d", "e"]);
});

test("the effort of migrations is estimated from the rows of the tables that they read", async () => {
  const asked: string[] = [];
  const rows: Record<string, number> = { a: 1_000_000, b: 0 };
  const countRows = async (table: string) => {
    asked.push(table);
    return rows[table] ?? 0;
  };
  const pending = [
    { name: "0001.sql", sql: "UPDATE a SET b = 1; UPDATE b SET c = 1" },
    { name: "0002.sql", sql: "UPDATE a SET b = 2" },
  ];
  expect(await estimateEffort(pending, countRows)).toEqual([
    { migration: "0001.sql", table: "a", rows: 1_000_000, seconds: 5 },
    { migration: "0002.sql", table: "a", rows: 1_000_000, seconds: 5 },
  ]);
  expect(asked).toEqual(["a", "b"]);
});
