import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createCountingD1 } from "../../testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { openVisitor } from "../../testing/clients/public-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { ORIGIN } from "../../testing/clients/sign-in.ts";

const shop = openTestShop();
const PRODUCTS = 100_000;

test("100,000 products are in three files, each once, with eleven statements a file", async () => {
  await emptyDatabase();
  const range = { from: 1, to: PRODUCTS };
  await insertRows(
    "products (id, slug, name, status, position, mode, created_at, updated_at)",
    "printf('prd_%026d', i), printf('many-%d', i), 'Many', 'published', i, 'test', 0, i",
    range,
  );
  await insertRows(
    "prices (id, product_id, type, amount_minor, currency, mode, stripe_price_id, created_at)",
    "printf('prc_%026d', i), printf('prd_%026d', i), 'one_time', 100, 'usd', 'test', printf('price_%d', i), 0",
    range,
  );
  await shop.createDraftProduct();
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });

  const index = await visit("/sitemap.xml");
  // The version, and the count.
  expect(counting.take().statements).toBe(2);
  const files = [...index.body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!);
  expect(files).toEqual([1, 2, 3].map((number) => `${ORIGIN}/sitemaps/${number}.xml`));

  const seen = new Set<string>();
  for (const [at, file] of files.entries()) {
    const { body } = await visit(file.slice(ORIGIN.length));
    const { statements, read } = counting.take();
    // The legal pages or where the file starts, and a statement for each 5,000 rows.
    expect(statements).toBeLessThanOrEqual(11);
    // Each product and its price; to find the start, those before it too.
    expect(read).toBeLessThan(2.1 * (at + 1) * 50_000);
    const paths = [...body.matchAll(/<loc>[^<]*?(\/p\/[^<]*)<\/loc>/g)].map(([, path]) => path!);
    expect(body.match(/<url>/g)!.length).toBeLessThanOrEqual(50_000);
    expect(body.length).toBeLessThan(50_000_000);
    for (const path of paths) seen.add(path);
    expect(seen.size).toBe(Math.min((at + 1) * 49_990, PRODUCTS));
  }
  await visit("/sitemap.xml");
  expect(counting.take().statements).toBe(0);
});
