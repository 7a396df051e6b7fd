import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillPages } from "../../testing/fill/fill-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listPages } from "./list-pages.ts";

test("a page of the list reads as many rows at 100,000 pages as at 300, early and late", async () => {
  const shop = openTestShop();
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  const benefitId = (await shop.createPublishedProduct({ benefits })).benefits[0]!.id;
  const countRowsRead = async (cursor?: string) => {
    const { db, usage } = countReads(env.DB);
    const { items } = await listPages({ ...shop.ctx(), db }, { cursor });
    expect(items.map((page) => page.benefits)).toEqual(
      Array.from({ length: 20 }, () => [{ id: benefitId, name: "Notes" }]),
    );
    return usage.rowsRead;
  };
  const late = encodeCursor({ value: 50, id: `pag_${"50".padStart(26, "0")}` });
  await fillPages(benefitId, 1, 300);
  const small = [await countRowsRead(), await countRowsRead(late)];
  await fillPages(benefitId, 301, 100_000);
  expect([await countRowsRead(), await countRowsRead(late)]).toEqual(small);
});

test("every order, status and search reads as many rows at 100,000 pages as at 3,000", async () => {
  const shop = openTestShop();
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  const benefitId = (await shop.createPublishedProduct({ benefits })).benefits[0]!.id;
  const late = (value: string | number) =>
    encodeCursor({ value, id: `pag_${"50".padStart(26, "0")}` });
  const cases = {
    "last changed": { sort: "changed" },
    "last changed, late": { sort: "changed", cursor: late(500_000) },
    "by title": { sort: "title" },
    "by title, late": { sort: "title", cursor: late("Page 5") },
    "archived, newest": { status: "archived" },
    "archived, by title": { status: "archived", sort: "title" },
    "drafts, last changed": { status: "draft", sort: "changed" },
    "one address": { search: "page-77" },
    "many titles, archived": { search: "Page 0", status: "archived" },
  } as const;
  const countRowsRead = async () => {
    const read: Record<string, number> = {};
    for (const [name, search] of Object.entries(cases)) {
      const { db, usage } = countReads(env.DB);
      await listPages({ ...shop.ctx(), db }, search);
      read[name] = usage.rowsRead;
    }
    return read;
  };
  await fillPages(benefitId, 200_001, 203_000);
  const small = await countRowsRead();
  await fillPages(benefitId, 203_001, 300_000);
  const large = await countRowsRead();
  expect(Object.keys(large).filter((name) => large[name]! > small[name]! + 50)).toEqual([]);
});
