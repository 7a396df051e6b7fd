import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, it } from "vitest";
import { migrateDatabase } from "./migrate-database.ts";

it("a local database gets every migration once, and wrangler finds nothing left to apply", async () => {
  const state = mkdtempSync(join(tmpdir(), "migrate-"));
  try {
    const all = globSync("worker/db/migrations/*.sql").map((path) => basename(path));
    expect(await migrateDatabase(state)).toEqual(all.toSorted());
    expect(await migrateDatabase(state)).toEqual([]);
    const list = ["d1", "migrations", "list", "gatehouse", "--local", "--persist-to", state];
    // The journeys of the same run quiet wrangler.
    const env = { ...process.env, WRANGLER_LOG: "log" };
    expect(execFileSync("wrangler", list, { encoding: "utf8", env })).toContain(
      "No migrations to apply",
    );
  } finally {
    rmSync(state, { recursive: true });
  }
});

it("only the newest snapshot of the schema is kept: npm run migration:new deletes the older one", () => {
  const newest = globSync("worker/db/migrations/*.sql").toSorted().at(-1) ?? "";
  expect(globSync("worker/db/migrations/meta/*_snapshot.json")).toEqual([
    `worker/db/migrations/meta/${basename(newest).slice(0, 4)}_snapshot.json`,
  ]);
});
