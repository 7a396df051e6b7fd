import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { countReads } from "../../testing/count-reads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { giveComp } from "../gifts/create-gift.ts";
import { createProduct } from "./create-product.ts";
import { listCatalog, showOwners } from "./list-catalog.ts";
import { stepProduct } from "./move-product.ts";
import { newProduct } from "../../catalog/schema.ts";

const shop = openTestShop();

const draft = (name: string) =>
  createProduct(
    shop.ctx(),
    newProduct.parse({
      slug: `p-${crypto.randomUUID()}`,
      name,
      tagline: "",
      description: "",
      prices: [],
      benefits: [],
    }),
  );

/** Every page of a list, by so many. */
async function walk(limit: number, search?: string) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listCatalog(shop.ctx(), { cursor, limit, search });
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

describe("the list of products", () => {
  test("has each once whatever the size of its pages, what is for sale first", async () => {
    const { id: first } = await draft("Draft");
    const sold = await shop.sell({});
    const whole = await walk(100);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.indexOf(sold.id)).toBeLessThan(whole.indexOf(first));
    expect(await walk(2)).toEqual(whole);
  });

  test("finds by a part of the name, and says how many people have each", async () => {
    const name = `Öl ${crypto.randomUUID()}`;
    const product = await shop.sell({ name });
    await draft("Something else");
    for (const part of [name.slice(3).toUpperCase(), name.toLowerCase()])
      expect(await walk(20, part)).toEqual([product.id]);
    const userId = await shop.newBuyer();
    for (const note of ["Once", "Twice"])
      await giveComp(shop.ctx(), { userId, productId: product.id, note });
    expect((await showOwners(shop.ctx()))[product.id]).toBe(1);
  });

  test("is put in order a step at a time, and stays at its ends", async () => {
    const names = ["A", "B", "C"].map((letter) => `${letter} ${crypto.randomUUID()}`);
    const ids: string[] = [];
    for (const name of names) ids.push((await draft(name)).id);
    const order = async () => (await walk(100)).filter((id) => ids.includes(id));
    const [a, b, c] = ids as [string, string, string];
    expect(await order()).toEqual([a, b, c]);
    await stepProduct(shop.ctx(), { id: c, direction: "up" });
    expect(await order()).toEqual([a, c, b]);
    await stepProduct(shop.ctx(), { id: a, direction: "down" });
    expect(await order()).toEqual([c, a, b]);
    const last = (await walk(100)).at(-1)!;
    await stepProduct(shop.ctx(), { id: last, direction: "down" });
    expect((await walk(100)).at(-1)).toBe(last);
  });

  test("reads as many rows of 100,000 products as of a few, early and late", async () => {
    const reads = async (cursor?: string) => {
      const { db, asked } = countReads(env.DB);
      await listCatalog({ ...shop.ctx(), db }, { status: "archived", cursor });
      return asked.rowsRead;
    };
    const fill = (from: number, to: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
         INSERT INTO products (id, slug, name, status, position, mode, created_at, updated_at)
         SELECT printf('prd_%026d', i), printf('many-%d', i), printf('Many %d', i), 'archived', i, 'test', 0, 0
         FROM n`,
      )
        .bind(from, to)
        .run();
    await fill(1, 50);
    const few = await reads();
    await fill(51, 100_000);
    expect(await reads()).toBe(few);
    const page = await listCatalog(shop.ctx(), { status: "archived" });
    // The same cursor far down the list.
    const [value, id] = JSON.parse(decodeURIComponent(atob(page.nextCursor!))) as [string, string];
    const late = btoa(
      encodeURIComponent(
        JSON.stringify([value.replace(/\d+$/, "99000"), String(Number(id) + 98_980)]),
      ),
    ).replaceAll("=", "");
    expect(await reads(late)).toBeLessThanOrEqual(few + 5);

    // A part of a name is looked for in so many and no more, and the next page goes on.
    const { db, asked } = countReads(env.DB);
    const ask = { status: "archived", search: "any 1500" } as const;
    const first = await listCatalog({ ...shop.ctx(), db }, ask);
    expect(first.items).toEqual([]);
    expect(asked.rowsRead).toBeLessThan(2500);
    const next = await listCatalog(shop.ctx(), { ...ask, cursor: first.nextCursor! });
    expect(next.items.map(({ name }) => name)).toEqual(["Many 1500"]);
  });
});
