import { describe, expect, it } from "vitest";
import type Stripe from "stripe";
import { HOUR } from "../../lib/time.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import type { NewProduct } from "../catalog/schema.ts";
import { syncCustomer } from "../customers/sync-customer.ts";
import { giveComp } from "../grants/give-comp.ts";
import { endComp } from "../grants/end-comp.ts";
import { listGrantsOfUser } from "../grants/store.ts";
import { showLibrary } from "../library/show-library.ts";

/** One of each type. */
const benefits: NewProduct["benefits"] = [
  { type: "feature", name: "Seats", settings: { limit: { amount: 3, perSeat: true } } },
  { type: "license_key", name: "Key", settings: { prefix: "TIDE" } },
  { type: "download", name: "Files", settings: {} },
  { type: "page", name: "Pages", settings: {} },
  { type: "link", name: "Elsewhere", settings: { url: "https://example.com/" } },
];

const all = benefits.map(({ type }) => type).toSorted();

/** The types of what a person holds now. */
async function typesOf(shop: TestShop, userId: string, now = Date.now()): Promise<string[]> {
  const entries = await showLibrary(shop.as(userId, now), { userId });
  return entries.flatMap((entry) => entry.benefits.map(({ type }) => type)).toSorted();
}

const grantIds = async (shop: TestShop, userId: string) =>
  (await listGrantsOfUser(shop.ctx().db, userId)).map(({ id }) => id).toSorted();

/** Takes every benefit out of a product or puts it back, as an edit does. */
async function editProduct(shop: TestShop, productId: string, edit: "empty" | "refill") {
  const [from, to] = edit === "empty" ? [productId, "prd_aside"] : ["prd_aside", productId];
  await shop.env.DB.batch([
    shop.env.DB.prepare(
      "INSERT OR IGNORE INTO products (id, slug, name, mode, created_at, updated_at) VALUES ('prd_aside', 'aside', 'Aside', 'live', 0, 0)",
    ),
    shop.env.DB.prepare("UPDATE product_benefits SET product_id = ?2 WHERE product_id = ?1").bind(
      from,
      to,
    ),
  ]);
}

describe("each type is given, taken and given again", () => {
  async function bought(shop: TestShop) {
    const sold = await payForNewProduct(shop, { benefits });
    const sync = () => syncCustomer(shop.ctx(), { customerId: sold.customerId, force: true });
    await sync();
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    expect(await typesOf(shop, sold.userId)).toEqual(all);
    return { ...sold, sync, charge };
  }

  it("by a refund in full, and not by one in part", async () => {
    const shop = openTestShop();
    const { userId, charge, sync } = await bought(shop);
    const { stripe } = shop.ctx();
    await stripe.refunds.create({ charge: charge.id, amount: 900 });
    await sync();
    expect(await typesOf(shop, userId)).toEqual(all);
    await stripe.refunds.create({ charge: charge.id });
    await sync();
    expect(await typesOf(shop, userId)).toEqual([]);
  });

  it("by a dispute, open and won", async () => {
    const shop = openTestShop();
    const { userId, charge, sync } = await bought(shop);
    const before = await grantIds(shop, userId);
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
    await sync();
    expect(await typesOf(shop, userId)).toEqual([]);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    expect(await typesOf(shop, userId)).toEqual(all);
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("by a product that was edited after it was sold", async () => {
    const shop = openTestShop();
    const { userId, product, sync } = await bought(shop);
    const before = await grantIds(shop, userId);
    await editProduct(shop, product.id, "empty");
    await sync();
    expect(await typesOf(shop, userId)).toEqual([]);
    await editProduct(shop, product.id, "refill");
    await sync();
    expect(await typesOf(shop, userId)).toEqual(all);
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("by a period without news, and by the renewal that was told late", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const { currentPeriodEnd } = await sub.mirrored();
    const lapsed = currentPeriodEnd! + 24 * HOUR;
    expect(await typesOf(shop, sub.userId, lapsed - 1)).toEqual(all);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual([]);
    await sub.wait(33);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual(all);
  });

  it("by a change of plan, there and back", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const other = await shop.sell({ prices: [monthly] });
    const { stripe } = shop.ctx();
    const change = async (productId: string) => {
      const stripePrice = await shop.env.DB.prepare(
        "SELECT stripe_price_id FROM prices WHERE product_id = ?",
      )
        .bind(productId)
        .first<string>("stripe_price_id");
      const [item] = (await sub.atStripe()).items.data;
      await stripe.subscriptions.update(sub.stripeSubscriptionId, {
        items: [{ id: item!.id, price: stripePrice! }],
        proration_behavior: "none",
      });
      await sub.sync();
    };
    await change(other.id);
    expect(await typesOf(shop, sub.userId)).toEqual(["feature"]);
    const [entry] = await showLibrary(sub.holder(), { userId: sub.userId });
    expect(entry!.timeline[0]).toMatchObject({
      code: "plan_changed",
      gave: [{ name: "The thing" }],
    });
    await change(sub.product.id);
    expect(await typesOf(shop, sub.userId)).toEqual(all);
  });

  it("by the seller, as a gift", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.sell({ benefits });
    const userId = await shop.newBuyer();
    const comp = await giveComp(shop.ctx(), { userId, productId, note: "A gift" });
    expect(await typesOf(shop, userId)).toEqual(all);
    await endComp(shop.ctx(), comp);
    expect(await typesOf(shop, userId)).toEqual([]);
  });
});

it("what a strategy throws fails the whole sync, and the next one does it all", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, { benefits });
  const rename = (from: string, to: string) =>
    shop.env.DB.prepare(
      "UPDATE benefits SET type = ?2 WHERE type = ?1 AND id IN (SELECT benefit_id FROM product_benefits JOIN prices USING (product_id) JOIN checkouts ON checkouts.price_id = prices.id WHERE checkouts.user_id = ?3)",
    )
      .bind(from, to, userId)
      .run();
  await rename("page", "nobody_knows");
  const sync = () => syncCustomer(shop.ctx(), { customerId, force: true });
  await expect(sync()).rejects.toThrow(TypeError);
  expect(await showLibrary(shop.as(userId), { userId })).toEqual([]);
  expect(await grantIds(shop, userId)).toEqual([]);
  await rename("nobody_knows", "page");
  expect(await sync()).toMatchObject({ state: "synced" });
  expect(await typesOf(shop, userId)).toEqual(all);
});

it("what waits for a person fails nothing: the rest is handed over, and the key comes later", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {
    benefits: [
      { type: "license_key", name: "Key", settings: { prefix: "TIDE", isFromStock: true } },
      { type: "link", name: "Elsewhere", settings: {} },
    ],
  });
  expect(await syncCustomer(shop.ctx(), { customerId, force: true })).toMatchObject({
    state: "synced",
  });
  const [entry] = await showLibrary(shop.as(userId), { userId });
  expect(entry!.benefits).toMatchObject([
    { type: "license_key", waitingFor: "seller_keys" },
    { type: "link" },
  ]);
});
