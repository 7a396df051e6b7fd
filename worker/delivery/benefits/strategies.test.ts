import { describe, expect, it } from "vitest";
import type Stripe from "stripe";
import { HOUR } from "../../lib/time.ts";
import { openDoors } from "../../testing/probe-access.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { shareBenefit, takeBenefit } from "../../admin/products/edit-product-benefits.ts";
import type { NewProduct } from "../../catalog/schema.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { giveComp } from "../../admin/gifts/create-gift.ts";
import { endComp } from "../../admin/gifts/revoke-gift.ts";
import { listGrantsOfUser } from "../../access/store.ts";
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

describe("each type is given, taken and given again", () => {
  async function bought(shop: TestShop, card?: string) {
    const sold = await payForNewProduct(shop, { benefits }, card);
    const sync = () => syncCustomer(shop.ctx(), { customerId: sold.customerId, force: true });
    await sync();
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    const open = await openDoors(shop, sold.product, sold.userId);
    const expectAll = async () => {
      expect(await typesOf(shop, sold.userId)).toEqual(all);
      expect(await open()).toEqual(all);
    };
    const expectNone = async () => {
      expect(await typesOf(shop, sold.userId)).toEqual([]);
      expect(await open()).toEqual([]);
    };
    await expectAll();
    return { ...sold, sync, charge, expectAll, expectNone };
  }

  it("by a refund in full, and not by one in part", async () => {
    const shop = openTestShop();
    const { charge, sync, expectAll, expectNone } = await bought(shop);
    const { stripe } = shop.ctx();
    await stripe.refunds.create({ charge: charge.id, amount: 900 });
    await sync();
    await expectAll();
    await stripe.refunds.create({ charge: charge.id });
    await sync();
    await expectNone();
  });

  it("by a refund that fails in the end", async () => {
    const shop = openTestShop();
    const { userId, charge, sync, expectAll, expectNone } = await bought(shop, "4000000000005126");
    const before = await grantIds(shop, userId);
    await shop.ctx().stripe.refunds.create({ charge: charge.id });
    await sync();
    await expectNone();
    await shop.control("clock", { advanceSeconds: 7 * 86_400 });
    await sync();
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("by a dispute, open and won", async () => {
    const shop = openTestShop();
    const { userId, charge, sync, expectAll, expectNone } = await bought(shop);
    const before = await grantIds(shop, userId);
    const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
    await sync();
    await expectNone();
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sync();
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("by a product that was edited after it was sold", async () => {
    const shop = openTestShop();
    const { userId, product, expectAll, expectNone } = await bought(shop);
    const before = await grantIds(shop, userId);
    const edit = async (verb: typeof takeBenefit | typeof shareBenefit) => {
      for (const { id } of product.benefits)
        await verb(shop.ctx(), { productId: product.id, benefitId: id });
      while (shop.queued.length > 0) await shop.work();
    };
    await edit(takeBenefit);
    await expectNone();
    await edit(shareBenefit);
    await expectAll();
    expect(await grantIds(shop, userId)).toEqual(before);
  });

  it("by a period without news, and by the renewal that was told late", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const open = await openDoors(shop, sub.product, sub.userId);
    const { currentPeriodEnd } = await sub.mirrored();
    const lapsed = currentPeriodEnd! + 24 * HOUR;
    expect(await typesOf(shop, sub.userId, lapsed - 1)).toEqual(all);
    expect(await open(lapsed - 1)).toEqual(all);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual([]);
    expect(await open(lapsed)).toEqual([]);
    await sub.wait(33);
    expect(await typesOf(shop, sub.userId, lapsed)).toEqual(all);
    expect(await open(lapsed)).toEqual(all);
  });

  it("by a change of plan, there and back", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [monthly], benefits });
    const open = await openDoors(shop, sub.product, sub.userId);
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
    expect(await open()).toEqual([]);
    const [entry] = await showLibrary(sub.holder(), { userId: sub.userId });
    expect(entry!.timeline[0]).toMatchObject({
      code: "plan_changed",
      gave: [{ name: "The thing" }],
    });
    await change(sub.product.id);
    expect(await typesOf(shop, sub.userId)).toEqual(all);
    expect(await open()).toEqual(all);
  });

  it("by the seller, as a gift", async () => {
    const shop = openTestShop();
    const product = await shop.sell({ benefits });
    const userId = await shop.newBuyer();
    const comp = await giveComp(shop.ctx(), { userId, productId: product.id, note: "A gift" });
    const open = await openDoors(shop, product, userId);
    expect(await typesOf(shop, userId)).toEqual(all);
    expect(await open()).toEqual(all);
    await endComp(shop.ctx(), comp);
    expect(await typesOf(shop, userId)).toEqual([]);
    expect(await open()).toEqual([]);
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
