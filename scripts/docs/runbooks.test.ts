import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { shopProblems } from "../../worker/db/schema/notifications.ts";

const guide = readFileSync("docs/guides/runbooks.md", "utf8");

test("each problem that /api/health can name has a runbook", () => {
  const [table = ""] = /\| `\/api\/health` says[^]*?\n\n/.exec(guide) ?? [];
  const codes = [...table.matchAll(/`(\w+)`/g)].map(([, code]) => code);
  expect(codes.toSorted()).toEqual(["configuration", "database", ...shopProblems].toSorted());
});

test("the statement for a full database frees space in it, and the next event is stored", () => {
  const [, statement = ""] = /--command "(DELETE [^"]+)"/.exec(guide) ?? [];
  const sqlite = new DatabaseSync(":memory:");
  for (const path of globSync("worker/db/migrations/*.sql").toSorted())
    sqlite.exec(readFileSync(path, "utf8"));
  const columns = sqlite
    .prepare(
      `SELECT name, iif(type LIKE 'int%', 1, 'x') AS value FROM pragma_table_info('events')
       WHERE "notnull" AND dflt_value IS NULL AND name NOT IN ('id', 'status')`,
    )
    .all() as { name: string; value: string | number }[];
  const insert = sqlite.prepare(
    `INSERT INTO events (id, status, ${columns.map(({ name }) => name).join(", ")})
     VALUES (?, 'done', ${columns.map(() => "?").join(", ")})`,
  );
  const add = (n: number) => insert.run(`evt_${n}`, ...columns.map(({ value }) => value));
  const { page_count: pages } = sqlite.prepare("PRAGMA page_count").get() as { page_count: number };
  sqlite.exec(`PRAGMA max_page_count = ${pages + 40}`);
  const fill = () => {
    for (let n = 0; n < 1_000_000; n++) add(n);
  };
  expect(fill).toThrow("full");
  expect(sqlite.prepare(statement).run().changes).toBeGreaterThan(1000);
  expect(add(1_000_000).changes).toBe(1);
});
