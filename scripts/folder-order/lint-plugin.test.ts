import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { findImportProblem, findPlaceProblem, frontend, worker } from "./folders.ts";
import {
  exceptions,
  findSqlProblem,
  findWriteProblem,
  isSqlText,
  listWrites,
  owners,
  tables,
} from "./owners.ts";

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

test("what is in one top folder stands together, so that top folders have no cycle", () => {
  for (const folders of [worker, frontend]) {
    const tops = folders.map(({ path }) => path.split("/").slice(0, 2).join("/"));
    const runs = tops.filter((top, at) => top !== tops[at - 1]);
    expect(runs).toEqual([...new Set(runs)]);
  }
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
  expect(findPlaceProblem("worker/new-folder/a.ts")).toContain("in no folder of the list");
  expect(findPlaceProblem("worker/lib/a.ts")).toBeNull();
});

test("every table has one owner, a folder of the Worker", () => {
  const owned = Object.values(owners).flat();
  expect(owned.toSorted()).toEqual([...tables.values()].toSorted());
  for (const folder of Object.keys(owners))
    expect(existsSync(join(root, "worker", folder))).toBe(true);
});

test("a table without an owner is written by nobody", () => {
  const { feed } = owners;
  delete owners.feed;
  expect(findWriteProblem("worker/feed/store.ts", "feed_events")).toContain("has no owner");
  owners.feed = feed!;
  expect(findWriteProblem("worker/feed/store.ts", "feed_events")).toBeNull();
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
  expect(findSqlProblem("worker/claims/store.ts")).toBeNull();
  expect(findSqlProblem("worker/api/orders/orders.query.ts")).toBeNull();
  expect(findSqlProblem("worker/in-force.ts")).toBeNull();
  expect(findSqlProblem("worker/gifts/start-gift.ts")).toContain("SQL is only in stores");
  expect(findSqlProblem("worker/gifts/gifts.query.ts")).toContain("SQL is only in stores");
  expect(findSqlProblem("worker/http/guard.ts")).toContain("SQL is only in stores");
  expect(findSqlProblem("worker/admin/orders/store.ts")).toContain("A door has no SQL");
});

test.each([
  ["INSERT INTO users (id) VALUES (1) ON CONFLICT DO UPDATE SET id = 2", ["users"]],
  ["INSERT OR IGNORE INTO users", ["users"]],
  ['UPDATE "users" SET name = 1', ["users"]],
  ["DELETE FROM\n  users WHERE id = 1", ["users"]],
  ["REPLACE INTO users", ["users"]],
  ["insert into users (id) values (1)", ["users"]],
  ["UPDATE main.users SET name = 1", ["users"]],
  ["INSERT INTO [users] (id) VALUES (1)", ["users"]],
  ["DELETE FROM /* all */ users", ["users"]],
  ["UPDATE ", [null]],
  ["Could not update ", []],
  ["SELECT * FROM users", []],
])("the writes of %j are read", (text, written) => {
  expect(listWrites(text)).toEqual(written);
});

test.each([
  ["SELECT id\nFROM users", true],
  ["UPDATE users SET name = 1", true],
  ["delete from users", true],
  ["Select a file from the list", false],
  ["Update the price", false],
])("%j is SQL: %s", (text, isSql) => {
  expect(isSqlText(text)).toBe(isSql);
});

// The rules as the linter runs them, over files that are planted in the tree.
const folder = mkdtempSync(join(root, "worker/access/planted-"));
const section = mkdtempSync(join(root, "worker/admin/orders/planted-"));
const domain = mkdtempSync(join(root, "worker/delivery/grants/planted-"));
const api = mkdtempSync(join(root, "worker/api/gifts/planted-"));
const screen = mkdtempSync(join(root, "frontend/shop/library/planted-"));
const newFolder = mkdtempSync(join(root, "worker/planted-"));
afterAll(() => {
  for (const planted of [folder, section, domain, api, screen, newFolder])
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

/** Lints many files in one run. @returns for each text whether a rule of ours refused it, with all its messages */
function lintEach(place: string, name: string, texts: string[]): string[] {
  const folders = texts.map((_, at) => join(place, String(at)));
  for (const [at, text] of texts.entries()) {
    mkdirSync(folders[at]!, { recursive: true });
    writeFileSync(join(folders[at]!, name), text);
  }
  const flags = ["--deny-warnings", "--format", "json", place];
  const { stdout } = spawnSync("oxlint", flags, { cwd: root, encoding: "utf8" });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; message: string; filename: string }[];
  };
  const found = diagnostics.filter(({ code }) => code.startsWith("gatehouse("));
  return folders.map((folder) => {
    rmSync(folder, { recursive: true });
    const messages = found.filter(({ filename }) => join(root, filename) === join(folder, name));
    return messages.map(({ message }) => message).join("\n");
  });
}

test("the linter refuses every kind of import that leads up, or into another door", () => {
  const listImports = (path: string) => [
    `import { planted } from "${path}";\nexport const used = planted;`,
    `import type { Planted } from "${path}";\nexport type Used = Planted;`,
    `import { type Planted } from "${path}";\nexport type Used = Planted;`,
    `export type Used = import("${path}").Planted;`,
    `export const load = () => import("${path}");`,
    `export const load = () => import(\`${path}\`);`,
    `export { planted } from "${path}";`,
    `export * from "${path}";`,
  ];
  for (const refused of lintEach(folder, "a.ts", listImports("../../../shop/billing/routes.ts")))
    expect(refused).toMatch(/worker\/access may not import worker\/shop.*Move what both need/);
  for (const refused of lintEach(
    section,
    "a.ts",
    listImports("../../../../shop/billing/routes.ts"),
  ))
    expect(refused).toMatch(/worker\/admin may not import worker\/shop: a door imports no other/);
  for (const refused of lintEach(screen, "a.ts", listImports("../../../../admin/sections.tsx")))
    expect(refused).toContain("frontend/shop/library may not import frontend/admin");
  expect(lintEach(screen, "a.ts", listImports("@gatehouse/sandbox"))).not.toContain("");
});

test("the linter refuses a planted write of another folder's table", () => {
  const store = (write: string) => `import { sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client.ts";
import { deleteOldest } from "../../../db/old-rows.ts";
import * as schema from "../../../db/schema/account.ts";
import { users as people } from "../../../db/schema/account.ts";
import { gifts } from "../../../db/schema/grants.ts";

const other = alias(people, "other");
const same = people;

export const planted = (db: Database, tx: Database, table: typeof gifts): unknown => ${write};
export const used = [deleteOldest, people, gifts, sql, schema, other, same] satisfies (SQL | object)[];
`;
  const breaches = [
    "db.insert(people)",
    "[db].map((each) => each.update(people))",
    "db.delete(people).where(sql`id = ''`)",
    "db.batch([db.delete(people)])",
    "deleteOldest(people, same)",
    "tx.insert(schema.users)",
    "db.insert(people as typeof same)",
    'db["update"](other)',
    "db?.delete(same)",
    "sql`UPDATE users SET name = ${table.note}`",
    "sql`update users set name = ''`",
    "sql`DELETE FROM ${people}`",
    "sql`INSERT INTO ${schema.users} (id) VALUES (1) ON CONFLICT (id) DO UPDATE SET id = 2`",
    "sql`WITH one AS (SELECT 1)\n  INSERT OR IGNORE INTO users (id) VALUES (1)`",
    '"INSERT INTO users (id) VALUES (1)"',
    'db.$client.prepare("UPDATE main.users SET name = 1")',
  ];
  for (const refused of lintEach(folder, "store.ts", breaches.map(store)))
    expect(refused).toContain(
      "Only worker/identity writes the table users: call a statement that its store exports",
    );
  const unnamed = ["db.delete(table)", "sql`DELETE FROM ${table}`", "sql.raw('UPDATE ' + table)"];
  for (const refused of lintEach(folder, "store.ts", unnamed.map(store)))
    expect(refused).toContain("Name the table of the schema");
  const allowed = ["db.delete(gifts)", "new Map().delete(table)", "db.select().from(people)"];
  expect(lintEach(folder, "store.ts", allowed.map(store))).toEqual(["", "", ""]);
});

test("each exception of the owners is needed, and covers no more tables than the file writes", () => {
  for (const { file, tables: excepted } of exceptions) {
    // The same file beside it has no exception.
    const place = mkdtempSync(join(root, dirname(file), "planted-"));
    const [refused = ""] = lintEach(place, "store.ts", [readFileSync(join(root, file), "utf8")]);
    rmSync(place, { recursive: true });
    const refusedTables = new Set(
      [...refused.matchAll(/writes the table (\w+)/g)].map(([, table]) => table),
    );
    expect(refused).toMatch(/writes the table|Name the table/);
    const unneeded = excepted === "any" ? [] : excepted.filter((each) => !refusedTables.has(each));
    expect(unneeded).toEqual([]);
  }
});

test("the linter refuses planted SQL outside of stores and read models, and a write in a read model", () => {
  const breaches = [
    'import { sql } from "drizzle-orm";\nexport const planted = sql`SELECT 1`;',
    'export { sql } from "drizzle-orm";',
    'export const load = () => import("drizzle-orm");',
    'import { users } from "../../../../db/schema/account.ts";\nexport const planted = users;',
    'export * from "../../../../db/schema/account.ts";',
    'import type { Ctx } from "../../../../context.ts";\nexport const planted = (ctx: Ctx) => ctx.db.all("x");',
    'import type { Ctx } from "../../../../context.ts";\nexport const planted = (ctx: Ctx) => ctx.db.$client.prepare("x");',
    "export const planted = (id: string) => `SELECT *\n  FROM users WHERE id = ${id}`;",
    'export const planted = "INSERT INTO users (id) VALUES (1)";',
  ];
  for (const refused of lintEach(section, "store.ts", breaches))
    expect(refused).toContain("A door has no SQL but read models: move a read to a *.query.ts");
  for (const refused of lintEach(domain, "start-planted.ts", breaches))
    expect(refused).toContain("SQL is only in stores: move it to the store.ts");
  expect(lintEach(section, "planted.query.ts", breaches.slice(0, -1))).toEqual(
    breaches.slice(0, -1).map(() => ""),
  );
  for (const refused of lintEach(section, "planted.query.ts", [
    breaches[0]!.replace("SELECT 1", "DELETE FROM orders"),
    'export const planted = "INSERT INTO orders (id) VALUES (1)";',
  ]))
    expect(refused).toContain("Only worker/purchases writes the table orders");
  const types = [
    'import type { SQL } from "drizzle-orm";\nexport type Planted = SQL;',
    'import type { users } from "../../../../db/schema/account.ts";\nexport type Row = typeof users.$inferSelect;',
    'import { accessReasons } from "../../../../db/schema/grants.ts";\nexport const planted = accessReasons;',
  ];
  expect(lintEach(section, "types.ts", types)).toEqual(["", "", ""]);
});

test("the linter refuses a file in a folder that is not in the list", () => {
  const file = join(newFolder, "a.ts");
  expect(lint(file, "export const planted = 1;\n")).toContain("in no folder of the list");
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
