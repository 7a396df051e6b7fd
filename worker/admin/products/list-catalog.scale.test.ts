import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listCatalog } from "./list-catalog.ts";

const shop = openTestShop();

test("the list of products reads as many rows at 100,000 products as at 50, early and late", async () => {
  const countRowsRead = async (cursor?: string) => {
    const { db, usage } = countReads(env.DB);
    await listCatalog({ ...shop.ctx(), db }, { status: "archived", cursor });
    return usage.rowsRead;
  };
  const insertProducts = (from: number, to: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO products (id, slug, name, status, position, mode, created_at, updated_at)
       SELECT printf('prd_%026d', i), printf('many-%d', i), printf('Many %d', i), 'archived', i, 'test', 0, 0
       FROM n`,
    )
      .bind(from, to)
      .run();
  await insertProducts(1, 50);
  const small = await countRowsRead();
  await insertProducts(51, 100_000);
  expect(await countRowsRead()).toBe(small);
  const page = await listCatalog(shop.ctx(), { status: "archived" });
  // The same cursor far down the list.
  const [value, id] = JSON.parse(decodeURIComponent(atob(page.nextCursor!))) as [string, string];
  const late = btoa(
    encodeURIComponent(
      JSON.stringify([value.replace(/\d+$/, "99000"), String(Number(id) + 98_980)]),
    ),
  ).replaceAll("=", "");
  expect(await countRowsRead(late)).toBeLessThanOrEqual(small + 5);

  // A search for a part of a name reads a limited number of rows, and the next page continues.
  const { db, usage } = countReads(env.DB);
  const query = { status: "archived", search: "any 1500" } as const;
  const first = await listCatalog({ ...shop.ctx(), db }, query);
  expect(first.items).toEqual([]);
  expect(usage.rowsRead).toBeLessThan(2500);
  const next = await listCatalog(shop.ctx(), { ...query, cursor: first.nextCursor! });
  expect(next.items.map(({ name }) => name)).toEqual(["Many 1500"]);
});
