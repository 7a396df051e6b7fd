import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fillPages } from "../../testing/fill-pages.ts";
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
