import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findProblems, readMigration, splitMigration } from "./read-statements.ts";

const check = (sql: string) => findProblems(splitMigration("0099_x.sql", sql));

test("D1 takes every migration of the shop", () => {
  const paths = globSync("worker/db/migrations/*.sql");
  expect(paths.length).toBeGreaterThan(30);
  const statements = paths.flatMap((path) => readMigration(path).statements);
  expect(statements.filter((sql) => sql.includes("CREATE TRIGGER")).length).toBeGreaterThan(7);
});

test("each trigger is one statement with its whole body", () => {
  const { statements } = splitMigration(
    "0021_seller.sql",
    readFileSync("worker/db/migrations/0021_seller.sql", "utf8"),
  );
  const triggers = statements.filter((sql) => sql.includes("CREATE TRIGGER"));
  expect(triggers).toHaveLength(8);
  for (const trigger of triggers) expect(trigger).toMatch(/BEGIN[\s\S]*;\s*END$/);
});

test("a trigger that D1 cannot take is named with its file and its statement", () => {
  const lower = "create trigger t after insert on a begin select 1; end;";
  expect(check(`CREATE TABLE a (x);\n${lower}`)).toEqual([
    "0099_x.sql, statement 2 (create trigger t after …): must have one BEGIN, in capital letters",
  ]);
});

const trigger = (body: string) => `CREATE TRIGGER t AFTER INSERT ON a ${body};`;

test.each([
  ["a lowercase begin", trigger("begin SELECT 1; END"), "one BEGIN"],
  ["a lowercase end", trigger("BEGIN SELECT 1; end"), "one END"],
  ["CASE … END in its body", trigger("BEGIN SELECT CASE WHEN 1 THEN 2 END; END"), "use iif"],
  ["case … end in its body", trigger("BEGIN SELECT case 1 when 1 then 2 end; END"), "use iif"],
  ["a second END", trigger("BEGIN SELECT 1 AS END; END"), "one END"],
  ["a second BEGIN", trigger("BEGIN SELECT 1 AS BEGIN; END"), "one BEGIN"],
  ["lines that end with CRLF", trigger("BEGIN\r\n  SELECT 1;\r\nEND"), "LF"],
])("a trigger with %s is refused", (_, sql, problem) => {
  expect(check(sql)).toEqual([expect.stringContaining(problem)]);
});

test("words in texts, names and comments of a trigger are not taken for its BEGIN and END", () => {
  const body = `BEGIN
  -- case by case; the end
  SELECT 'CASE', "end", \`begin\`, [end], 'it''s the END' /* begin */;
END`;
  expect(check(trigger(body))).toEqual([]);
  expect(check("CREATE TABLE triggers (begin_at INTEGER, end_at INTEGER);")).toEqual([]);
});

test("transactions in SQL and a statement above D1's size are refused", () => {
  expect(check("SAVEPOINT s;\nSELECT 1;")).toEqual([expect.stringContaining("no transactions")]);
  expect(check("COMMIT;")).toEqual([expect.stringContaining("no transactions")]);
  const long = `INSERT INTO a VALUES ('${"x".repeat(100_000)}');`;
  expect(check(long)).toEqual([expect.stringContaining("bytes, and D1 takes 100000")]);
});
