import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { prepareSecrets } from "../test/checks.ts";
import { findDatabaseFile } from "../seed/lived-shop/pack-shop.ts";
import { withShop } from "./with-shop.ts";

it("the error says what to do when another process writes to the same local database", async () => {
  prepareSecrets();
  const dir = mkdtempSync(join(tmpdir(), "with-shop-"));
  const write = (sql: string) =>
    withShop({ persistTo: join(dir, "v3"), vars: {} }, "test", (newCtx) =>
      newCtx().db.$client.prepare(sql).run(),
    );
  try {
    await write("CREATE TABLE written (id)");
    const other = new DatabaseSync(findDatabaseFile(dir));
    try {
      other.exec("BEGIN IMMEDIATE");
      await expect(write("INSERT INTO written VALUES (1)")).rejects.toThrow("Run this again.");
      other.exec("ROLLBACK");
      expect(other.prepare("SELECT count(*) AS count FROM written").get()).toEqual({ count: 0 });
    } finally {
      other.close();
    }
    await expect(write("INSERT INTO missing VALUES (1)")).rejects.toThrow("no such table");
  } finally {
    rmSync(dir, { recursive: true });
  }
});
