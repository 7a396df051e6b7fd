import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findImportProblem } from "./folders.ts";
import { findSqlProblem, findWriteProblem, listWrites, owners, tables } from "./owners.ts";

const root = join(import.meta.dirname, "../..");

test.each([
  ["a domain", "worker/access/a.ts", "worker/sync/customer/b.ts"],
  ["a domain", "worker/catalog/a.ts", "worker/access/b.ts"],
  ["a domain", "worker/delivery/licenses/a.ts", "worker/admin/licenses/b.ts"],
  ["a section of the console", "worker/admin/audit/a.ts", "worker/admin/orders/b.ts"],
  ["lib", "worker/lib/a.ts", "worker/db/client.ts"],
  ["the frontend's shell", "frontend/shell/a.tsx", "frontend/shop/library/b.tsx"],
  ["a page of the console", "frontend/admin/orders/a.tsx", "frontend/admin/sections.tsx"],
])("%s may not import what stands above it", (_, from, to) => {
  expect(findImportProblem(from, to, false)).toContain("may not import");
  expect(findImportProblem(from, to, true)).toContain("may not import");
});

test.each([
  ["worker/api/gifts/a.ts", "worker/admin/gifts/b.ts"],
  ["worker/admin/orders/a.ts", "worker/shop/billing/b.ts"],
  ["worker/plain/a.ts", "worker/site/pages/b.ts"],
])("a door may not import another door: %s, %s", (from, to) => {
  expect(findImportProblem(from, to, false)).toContain("no other door");
  expect(findImportProblem(from, to, true)).toContain("no other door");
});

test("a folder imports what stands below it, and itself", () => {
  expect(findImportProblem("worker/sync/customer/a.ts", "worker/access/b.ts", false)).toBeNull();
  expect(findImportProblem("worker/access/a.ts", "worker/access/b.ts", false)).toBeNull();
});

test("from the worker, the frontend imports types and worker/shared only", () => {
  const from = "frontend/shop/library/a.tsx";
  expect(findImportProblem(from, "worker/access/b.ts", true)).toBeNull();
  expect(findImportProblem(from, "worker/shared/roles.ts", false)).toBeNull();
  expect(findImportProblem(from, "worker/access/b.ts", false)).toContain("types");
});

test("a package imports nothing outside itself", () => {
  const from = "packages/sandbox/stripe/a.ts";
  expect(findImportProblem(from, "packages/sandbox/main.ts", false)).toBeNull();
  expect(findImportProblem(from, "worker/stripe/event-types.ts", true)).toContain("package");
});

test("tests import what they need; a file in no folder of the list is refused", () => {
  expect(findImportProblem("worker/lib/a.test.ts", "worker/admin/b.ts", false)).toBeNull();
  expect(findImportProblem("worker/new-folder/a.ts", "worker/lib/b.ts", false)).toContain(
    "in no folder of the list",
  );
});

test("every table has one owner, a folder of the Worker", () => {
  const owned = Object.values(owners).flat();
  expect(owned.toSorted()).toEqual([...tables.values()].toSorted());
  for (const folder of Object.keys(owners))
    expect(existsSync(join(root, "worker", folder))).toBe(true);
});

test("a table is written by its owner only", () => {
  expect(findWriteProblem("worker/identity/team/store.ts", "users")).toBeNull();
  expect(findWriteProblem("worker/email/store.ts", "users")).toContain("Only worker/identity");
  expect(findWriteProblem("worker/run-cron.ts", "users")).toContain("Only worker/identity");
  expect(findWriteProblem("worker/sync/restore/store.ts", "orders")).toBeNull();
  expect(findWriteProblem("worker/sync/restore/store.ts", "users")).toContain("worker/identity");
  expect(findWriteProblem("worker/email/store.ts", null)).toContain("Name the table");
  expect(findWriteProblem("worker/email/store.test.ts", "users")).toBeNull();
});

test("Drizzle is used by stores of domains and by read models of doors only", () => {
  expect(findSqlProblem("worker/gifts/store-claims.ts")).toBeNull();
  expect(findSqlProblem("worker/api/orders/orders.query.ts")).toBeNull();
  expect(findSqlProblem("worker/access/in-force.ts")).toBeNull();
  expect(findSqlProblem("worker/gifts/start-gift.ts")).toContain("SQL only in store.ts");
  expect(findSqlProblem("worker/gifts/gifts.query.ts")).toContain("SQL only in store.ts");
  expect(findSqlProblem("worker/http/guard.ts")).toContain("SQL only in store.ts");
  expect(findSqlProblem("worker/admin/orders/store.ts")).toContain("A door has no SQL");
});

test.each([
  ["INSERT INTO users (id) VALUES (1) ON CONFLICT DO UPDATE SET id = 2", ["users"]],
  ["INSERT OR IGNORE INTO users", ["users"]],
  ['UPDATE "users" SET name = 1', ["users"]],
  ["DELETE FROM\n  users WHERE id = 1", ["users"]],
  ["REPLACE INTO users", ["users"]],
  ["UPDATE ", [null]],
  ["SELECT * FROM users", []],
])("the writes of %j are read", (text, written) => {
  expect(listWrites(text)).toEqual(written);
});

// The rules as the linter runs them, over files that are planted in the tree.
const folder = mkdtempSync(join(root, "worker/access/planted-"));
const section = mkdtempSync(join(root, "worker/admin/orders/planted-"));
const domain = mkdtempSync(join(root, "worker/delivery/grants/planted-"));
const api = mkdtempSync(join(root, "worker/api/gifts/planted-"));
const screen = mkdtempSync(join(root, "frontend/shop/library/planted-"));
afterAll(() => {
  for (const planted of [folder, section, domain, api, screen])
    rmSync(planted, { recursive: true });
});

function lint(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  try {
    return execFileSync("oxlint", ["--deny-warnings", file], { cwd: root, encoding: "utf8" });
  } catch (error) {
    return String((error as { stdout: string }).stdout);
  }
}

test("the linter refuses an import that leads up", () => {
  const text = 'import { app } from "../../app.ts";\n\nexport const planted = app;\n';
  expect(lint(join(folder, "climb.ts"), text)).toContain(
    "worker/access may not import worker/app.ts",
  );
});

test("the linter refuses a planted write of another folder's table", () => {
  const store = (write: string) => `import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { users as people } from "../../db/schema/account.ts";
import { gifts } from "../../db/schema/grants.ts";

export const planted = (db: Database, table: typeof gifts): unknown => ${write};
export const used = [people, gifts, sql] satisfies (SQL | object)[];
`;
  const problem = "Only worker/identity writes the table users";
  const file = join(folder, "store.ts");
  for (const write of [
    "db.insert(people)",
    "[db].map((each) => each.update(people))",
    "db.delete(people).where(sql`id = ''`)",
    "sql`UPDATE users SET name = ${table.note}`",
    "sql`DELETE FROM ${people}`",
    '"INSERT INTO users (id) VALUES (1)"',
  ])
    expect(lint(file, store(write))).toContain(problem);
  expect(lint(file, store("db.delete(table)"))).toContain("Name the table of the schema");
  expect(lint(file, store("db.delete(gifts)"))).not.toContain("gatehouse(");
});

test("the linter refuses planted SQL outside of stores and read models, and a write in a read model", () => {
  const imports = (what: string) => `import { ${what} } from "drizzle-orm";

export type Planted = SQL;
export const planted = (given: SQL): string => String(given);
`;
  const used = `import { sql } from "drizzle-orm";

export const planted = sql\`SELECT 1\`;
`;
  expect(lint(join(folder, "start-planted.ts"), used)).toContain("SQL only in store.ts");
  expect(lint(join(section, "store.ts"), used)).toContain("A door has no SQL");
  expect(lint(join(section, "planted.query.ts"), used)).not.toContain("gatehouse(");
  expect(
    lint(join(section, "planted.query.ts"), used.replace("SELECT 1", "DELETE FROM orders")),
  ).toContain("Only worker/purchases writes the table orders");
  expect(lint(join(section, "types.ts"), imports("type SQL"))).not.toContain("gatehouse(");
});

test("the linter refuses a verb of the console, the API or a domain that records no change", () => {
  const verb = (extra: string) => `import { commit } from "../../../db/client.ts";
import { recordChange } from "../../../audit/record-change.ts";
import type { Ctx } from "../../../context.ts";

export async function change(ctx: Ctx): Promise<unknown> {
  const entry = ${extra};
  return commit(ctx.db, [entry]);
}

export { recordChange };
`;
  expect(lint(join(section, "silent.ts"), verb("ctx.db.delete"))).toContain(
    "writes no entry of the audit log",
  );
  const recorded = 'recordChange(ctx, { action: "order.refunded", targetId: "x" })';
  expect(lint(join(section, "recorded.ts"), verb(recorded))).not.toContain("audit log");
  for (const place of [domain, api])
    expect(lint(join(place, "silent.ts"), verb("ctx.db.delete"))).toContain(
      "writes no entry of the audit log",
    );
});

test("the linter refuses a call of useLingui that would fail on the page", () => {
  const hook = (body: string) => `import { useLingui } from "@lingui/react/macro";

export function useTitle(): string {
  ${body}
}
`;
  const taken = "const { t } = useLingui();\n  return t`Library`;";
  expect(lint(join(screen, "taken.ts"), hook(taken))).not.toContain("macro does not replace");
  const member = "return useLingui().i18n.locale;";
  expect(lint(join(screen, "member.ts"), hook(member))).toContain("macro does not replace");
});

test("the linter refuses a title that is too long, cites an issue or is half a sentence", () => {
  const lintTitles = (titles: string[], start = "test") => {
    const tests = titles.map(
      (title) => `${start}(${JSON.stringify(title)}, () => expect(1).toBe(1));`,
    );
    const text = ['import { expect, test } from "vitest";', ...tests].join("\n");
    // A name that no run of the tests collects.
    return lint(join(folder, "title.spec.ts"), text).split("gatehouse(test-title)").slice(1);
  };
  const breaches = ["a ".repeat(51), "retries (stripe#832)", "of a gift ends access"];
  for (const start of ["test", "test.only", "test.each([1])", "test.skipIf(false).each`a\n${1}`"])
    expect(lintTitles(breaches, start)).toEqual([
      expect.stringContaining("at most 100 characters, this one 102"),
      expect.stringContaining("cites no issue"),
      expect.stringContaining("not with “of”"),
    ]);
  const halves = [
    "that is sent once",
    "in part, it ends",
    "whose key is gone",
    "can't be used",
    "keeps it",
  ];
  expect(lintTitles(halves)).toHaveLength(halves.length);
  expect(lintTitles(["often", "without a key, 401", "a color of #12", "a ".repeat(50)])).toEqual(
    [],
  );
});
