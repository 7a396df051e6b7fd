import { describe, expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { ensureCustomer } from "../../sync/customer/ensure-stripe-customer.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { importProducts, listImportable } from "./import-products.ts";
import { addNewBenefit } from "./edit-product-benefits.ts";
import { showEditedProduct } from "./show-editable-product.ts";

async function elsewhere() {
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
  test("are listed where they are not ours, with their prices", async () => {
    const { shop, product } = await elsewhere();
    await shop.sell({});
    const { items, nextCursor } = await listImportable(shop.ctx(), {});
    expect(items.map(({ id }) => id)).toEqual([product.id]);
    expect(items[0]?.prices).toHaveLength(2);
    expect(nextCursor).toBeNull();
  });

  test("are paged", async () => {
    const { shop } = await elsewhere();
    for (let at = 0; at < 11; at++) await shop.ctx().stripe.products.create({ name: `P ${at}` });
    const first = await listImportable(shop.ctx(), {});
    const second = await listImportable(shop.ctx(), { cursor: first.nextCursor! });
    expect([first.items.length, second.items.length]).toEqual([10, 2]);
  });

  test("become drafts with their prices, once, however often and at once", async () => {
    const { shop, product, once, monthly } = await elsewhere();
    const ask = () => importProducts(shop.ctx(), { stripeProductIds: [product.id] });
    const imports = await Promise.all([ask(), ask(), ask()]);
    expect(new Set(imports.flatMap(({ ids }) => ids)).size).toBe(1);
    const imported = await showEditedProduct(shop.ctx(), { id: imports[0]!.ids[0]! });
    expect(imported).toMatchObject({
      name: product.name,
      tagline: "What it is",
      status: "draft",
      stripeProductId: product.id,
    });
    expect(imported.prices.map(({ stripePriceId }) => stripePriceId).toSorted()).toEqual(
      [once.id, monthly.id].toSorted(),
    );
    expect((await listImportable(shop.ctx(), {})).items).toEqual([]);
  });

  test("with one name have two addresses", async () => {
    const { shop, product } = await elsewhere();
    const same = await shop.ctx().stripe.products.create({ name: product.name });
    const { ids } = await importProducts(shop.ctx(), { stripeProductIds: [product.id, same.id] });
    const slugs = await Promise.all(
      ids.map(async (id) => (await showEditedProduct(shop.ctx(), { id })).slug),
    );
    expect(slugs[1]).toBe(`${slugs[0]}-2`);
  });

  test("that Stripe does not know are not found", async () => {
    const shop = openTestShop();
    await expect(
      importProducts(shop.ctx(), { stripeProductIds: ["prod_none"] }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("let customers of ours who subscribe to them in", async () => {
    const { shop, product, monthly } = await elsewhere();
    const userId = await shop.newBuyer();
    const { stripeCustomerId } = await ensureCustomer(shop.as(userId), { userId });
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
    while (shop.queued.length > 0) await shop.work();
    const held = await listGrantedBenefits(shop.ctx(), { userId });
    expect(held.map(({ benefit }) => benefit.name)).toEqual(["What they pay for"]);
  });
});
