import { describe, expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { createProduct } from "./create-product.ts";
import { listCatalog, showUserCounts } from "./list-catalog.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { unpublishProduct } from "./publish-product.ts";
import { moveProduct } from "./move-product.ts";
import { newProduct } from "./schema.ts";

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

/** Lists the ids of all pages with this page size. */
async function listAllPages(limit: number, search?: string) {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listCatalog(shop.ctx(), { cursor, limit, search });
    ids.push(...page.items.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    cursor = page.nextCursor;
  }
}

describe("the list of products", () => {
  test("the list has each product once for any page size, published ones first", async () => {
    const { id: first } = await draft("Draft");
    const sold = await shop.createPublishedProduct({});
    const whole = await listAllPages(100);
    expect(new Set(whole).size).toBe(whole.length);
    expect(whole.indexOf(sold.id)).toBeLessThan(whole.indexOf(first));
    expect(await listAllPages(2)).toEqual(whole);
  });

  test("the list of products finds products by a part of the name, and counts their users", async () => {
    const name = `Öl ${crypto.randomUUID()}`;
    const product = await shop.createPublishedProduct({ name });
    await draft("Something else");
    for (const part of [name.slice(3).toUpperCase(), name.toLowerCase()])
      expect(await listAllPages(20, part)).toEqual([product.id]);
    const userId = await shop.createUser();
    for (const note of ["Once", "Twice"])
      await createGift(shop.ctx(), { userId, productId: product.id, note });
    expect((await showUserCounts(shop.ctx()))[product.id]).toBe(1);
  });

  test("the list of products is reordered by moving a product after another, to the end, or to the top", async () => {
    const names = ["A", "B", "C"].map((letter) => `${letter} ${crypto.randomUUID()}`);
    const ids: string[] = [];
    for (const name of names) ids.push((await draft(name)).id);
    const order = async () => (await listAllPages(100)).filter((id) => ids.includes(id));
    const [a, b, c] = ids as [string, string, string];
    expect(await order()).toEqual([a, b, c]);
    await moveProduct(shop.ctx(), { id: c, afterId: a });
    expect(await order()).toEqual([a, c, b]);
    await moveProduct(shop.ctx(), { id: a, afterId: b });
    expect(await order()).toEqual([c, b, a]);
    expect((await listAllPages(100)).at(-1)).toBe(a);
    await moveProduct(shop.ctx(), { id: a, afterId: null });
    expect(await order()).toEqual([a, c, b]);
  });
});

test("a move to where the product is already records nothing", async () => {
  const [first, second] = [(await draft("First")).id, (await draft("Second")).id];
  await moveProduct(shop.ctx(), { id: second, afterId: first });
  await moveProduct(shop.ctx(), { id: second, afterId: second });
  const entries = await listAuditEntries(shop.ctx(), { targetId: second });
  expect(entries.items.map(({ action }) => action)).toEqual(["product.created"]);
});

test("a product cannot be moved after one that was archived meanwhile", async () => {
  const [moved, archived] = [(await draft("Moved")).id, (await draft("Archived")).id];
  await unpublishProduct(shop.ctx(), { productId: archived, to: "archived" });
  await expect(moveProduct(shop.ctx(), { id: moved, afterId: archived })).rejects.toMatchObject({
    code: "edit_conflict",
  });
});
