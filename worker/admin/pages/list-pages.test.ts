import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill } from "../../testing/insert-rows.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listPages } from "./list-pages.ts";

test("reads as many rows at 100,000 pages as at 300, early and late", async () => {
  const shop = openTestShop();
  const benefits = [{ type: "page" as const, name: "Notes", settings: {} }];
  const benefitId = (await shop.sell({ benefits })).benefits[0]!.id;
  const fillPages = async (from: number, to: number) => {
    await fill(
      "pages (id, slug, title, excerpt, body, status, created_at, updated_at)",
      "printf('pag_%026d', i), printf('page-%d', i), 'A Page', '', 'One', 'draft', i, i",
      { from, to },
    );
    await fill(
      "benefit_pages (benefit_id, page_id, position)",
      `'${benefitId}', printf('pag_%026d', i), i`,
      { from, to },
    );
  };
  const read = async (cursor?: string) => {
    const { db, asked } = countReads(env.DB);
    const { items } = await listPages({ ...shop.ctx(), db }, { cursor });
    expect(items.map((page) => page.benefits)).toEqual(
      Array.from({ length: 20 }, () => [{ id: benefitId, name: "Notes" }]),
    );
    return asked.rowsRead;
  };
  const late = encodeCursor({ value: 50, id: `pag_${"50".padStart(26, "0")}` });
  await fillPages(1, 300);
  const few = [await read(), await read(late)];
  await fillPages(301, 100_000);
  expect([await read(), await read(late)]).toEqual(few);
}, 60_000);
