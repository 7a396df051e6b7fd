import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { fillFiles } from "../../testing/fill/fill-files.ts";
import { openTestShop } from "../../testing/shop.ts";
import { searchFiles } from "./search-files.ts";

test("the list of all files reads as many rows at 100,000 files as at 3,000, in every order", async () => {
  const shop = openTestShop();
  const { benefitId } = await createFileProduct(shop);
  const late = { value: 2500, id: `fil_${"2500".padStart(26, "0")}` };
  const cases = {
    newest: {},
    "newest, late": { cursor: encodeCursor(late) },
    oldest: { sort: "oldest" },
    "by name": { sort: "name" },
    "by name, late": { sort: "name", cursor: encodeCursor({ ...late, value: "File 5" }) },
    archived: { state: "archived" },
    "archived, by name": { state: "archived", sort: "name" },
    "offered, by name": { state: "offered", sort: "name" },
    "one name": { search: "File 007919" },
    "many names, archived": { search: "File 0", state: "archived" },
  } as const;
  const countRowsRead = async () => {
    const read: Record<string, number> = {};
    for (const [name, search] of Object.entries(cases)) {
      const { db, usage } = countReads(env.DB);
      await searchFiles({ ...shop.ctx(), db }, search);
      read[name] = usage.rowsRead;
    }
    return read;
  };
  await fillFiles(benefitId, 1, 3000);
  const small = await countRowsRead();
  await fillFiles(benefitId, 3001, 100_000);
  const large = await countRowsRead();
  expect(Object.keys(large).filter((name) => large[name]! > small[name]! + 50)).toEqual([]);
});
