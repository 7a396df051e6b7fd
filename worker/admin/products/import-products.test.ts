import { describe, expect, test } from "vitest";
import { addNewBenefit } from "../../testing/fixtures/edit-product.ts";
import { openTestShop } from "../../testing/shop.ts";
import { linkNewCustomer } from "../../testing/fixtures/link-new-customer.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { importProducts, listImportableProducts } from "./import-products.ts";
import { showEditableProduct } from "./show-editable-product.ts";

async function createProductAtStripe() {
  const shop = openTestShop();
  const { stripe } = shop.ctx();
  const product = await stripe.products.create({
    name: `Made at Stripe ${crypto.randomUUID()}`,
    description: "What it is",
  });
  const once = await stripe.prices.create({
    product: product.id,
    currency: "usd",
    unit_amount: 1900,
  });
  const monthly = await stripe.prices.create({
    product: product.id,
    currency: "jpy",
    unit_amount: 500,
    recurring: { interval: "month" },
  });
  return { shop, product, once, monthly };
}

describe("products that exist at Stripe", () => {
  test("products at Stripe are listed with their prices unless they are ours", async () => {
    const { shop, product } = await createProductAtStripe();
    await shop.createPublishedProduct({});
    const { items, nextCursor } = await listImportableProducts(shop.ctx(), {});
    expect(items.map(({ id }) => id)).toEqual([product.id]);
    expect(items[0]?.prices).toHaveLength(2);
    expect(nextCursor).toBeNull();
  });

  test("products at Stripe are listed in pages", async () => {
    const { shop } = await createProductAtStripe();
    for (let at = 0; at < 11; at++) await shop.ctx().stripe.products.create({ name: `P ${at}` });
    const first = await listImportableProducts(shop.ctx(), {});
    const second = await listImportableProducts(shop.ctx(), { cursor: first.nextCursor! });
    expect([first.items.length, second.items.length]).toEqual([10, 2]);
  });

  test("products are imported once as drafts with their prices, even concurrently", async () => {
    const { shop, product, once, monthly } = await createProductAtStripe();
    const ask = () => importProducts(shop.ctx(), { stripeProductIds: [product.id] });
    const imports = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(imports.flatMap(({ ids }) => ids)).size).toBe(1);
    const imported = await showEditableProduct(shop.ctx(), { id: imports[0]!.ids[0]! });
    expect(imported).toMatchObject({
      name: product.name,
      tagline: "What it is",
      status: "draft",
      stripeProductId: product.id,
    });
    expect(imported.prices.map(({ stripePriceId }) => stripePriceId).toSorted()).toEqual(
      [once.id, monthly.id].toSorted(),
    );
    expect((await listImportableProducts(shop.ctx(), {})).items).toEqual([]);
  });

  test("imported products with the same name get different slugs", async () => {
    const { shop, product } = await createProductAtStripe();
    const same = await shop.ctx().stripe.products.create({ name: product.name });
    const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [product.id, same.id] });
    const slugs = await Promise.all(
      ids.map(async (id) => (await showEditableProduct(shop.ctx(), { id })).slug),
    );
    expect(slugs[1]).toBe(`${slugs[0]}-2`);
  });

  test("an import of unknown ids returns 404", async () => {
    const shop = openTestShop();
    await expect(
      importProducts(shop.ctx(), { stripeProductIds: ["prod_none"] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("imported products give access to known customers who subscribe to them", async () => {
    const { shop, product, monthly } = await createProductAtStripe();
    const userId = await shop.createUser();
    const { stripeCustomerId } = await linkNewCustomer(shop.asUser(userId), { userId });
    const { stripe } = shop.ctx();
    await stripe.subscriptions.create({
      customer: stripeCustomerId,
      items: [{ price: monthly.id }],
      trial_period_days: 7,
    });
    const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [product.id] });
    await addNewBenefit(shop.ctx(), {
      productId: ids[0]!,
      benefit: { type: "feature", name: "What they pay for", settings: {} },
    });
    while (shop.queued.length > 0) await shop.processQueue();
    const inForce = await listGrantsInForce(shop.ctx(), { userId });
    expect(inForce.map(({ benefit }) => benefit.name)).toEqual(["What they pay for"]);
  });
});
