import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { exportOrders } from "../admin/orders/search-orders.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { saveUpgrade, showUpgrade } from "../admin/products/save-upgrade.ts";
import type { NewProduct } from "../admin/products/schema.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { commit } from "../db/client.ts";
import { orders } from "../db/schema/billing.ts";
import { grants } from "../db/schema/grants.ts";
import { createGift } from "../gifts/create-gift.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

const once = (amountMinor: number, currency = "usd") => ({
  type: "one_time" as const,
  amountMinor,
  currency,
});

/** A shop whose small product, for $10, can be upgraded to the large one, for $30. */
async function createUpgradableShop({
  large: largePrice = once(3000),
  group = null,
}: { large?: NewProduct["prices"][number]; group?: string | null } = {}) {
  const shop = openTestShop();
  const planGroup = group === null ? {} : { planGroup: group };
  const small = await shop.createPublishedProduct({ prices: [once(1000)], ...planGroup });
  const large = await shop.createPublishedProduct({ prices: [largePrice], ...planGroup });
  const priceId = large.prices[0]!.id;
  await saveUpgrade(shop.ctx(), { id: small.id, priceId });
  const buy = async (userId: string, id: string, upgradeOf?: string) => {
    const { id: checkoutId, url } = await openCheckout(shop.asUser(userId), {
      priceId: id,
      upgradeOf,
    });
    await shop.pay(url);
    await confirmCheckout(shop.asUser(userId), { id: checkoutId });
    // Not by their times, which are whole seconds.
    const bought = await listOrders(shop.ctx(), { userId });
    return bought.find((order) => order.priceId === id)!;
  };
  const offer = async (userId: string) =>
    (await showOffer(shop.asUser(userId), { userId, productId: large.id })).upgrade;
  return { shop, small, large, priceId, buy, offer };
}

const refund = (
  shop: TestShop,
  id: string,
  choice: { amountMinor?: number; refundedMinor?: number } = {},
) => refundOrder(shop.ctx(), { id, refundedMinor: 0, reason: "requested_by_customer", ...choice });

const listAccess = async (shop: TestShop, userId: string) =>
  Object.fromEntries(
    (await showLibrary(shop.asUser(userId), { userId })).map((entry) => [
      entry.product.id,
      entry.access.active,
    ]),
  );

describe("an upgrade to a larger product", () => {
  test("the owner of the smaller product pays the difference and has both", async () => {
    const { shop, small, large, priceId, buy, offer } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const upgrade = { orderId: order.id, priceId, amountMinor: 2000, creditMinor: 1000 };
    expect(await offer(userId)).toMatchObject(upgrade);
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    expect(entry!.upgrade).toMatchObject({ ...upgrade, slug: large.slug, name: large.name });

    const bought = await buy(userId, priceId, order.id);
    expect(bought).toMatchObject({ totalMinor: 2000, discountMinor: 1000, upgradeOf: order.id });
    expect(await listAccess(shop, userId)).toEqual({ [small.id]: true, [large.id]: true });
    expect(await offer(userId)).toBeNull();
  });

  test("an upgrade within a plan group is neither refused nor refunded as a second payment", async () => {
    const group = crypto.randomUUID();
    const { shop, small, large, priceId, buy } = await createUpgradableShop({ group });
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const bought = await buy(userId, priceId, order.id);
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    const found = await listOrders(shop.ctx(), { userId });
    expect(found.find(({ id }) => id === bought.id)).toMatchObject({
      status: "paid",
      duplicateOf: null,
    });
    expect(await listAccess(shop, userId)).toEqual({ [small.id]: true, [large.id]: true });
  });

  test("what was refunded of the smaller order is not taken off", async () => {
    const { shop, small, buy, offer } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    await refund(shop, order.id, { amountMinor: 400 });
    expect(await offer(userId)).toMatchObject({ amountMinor: 2400, creditMinor: 600 });
    await refund(shop, order.id, { refundedMinor: 400 });
    expect(await offer(userId)).toBeNull();
  });

  test("what is left to pay is never less than Stripe's minimum", async () => {
    const { shop, small, priceId, buy, offer } = await createUpgradableShop({ large: once(1020) });
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    expect(await offer(userId)).toMatchObject({ amountMinor: 50, creditMinor: 970 });
    expect(await buy(userId, priceId, order.id)).toMatchObject({ totalMinor: 50 });
  });

  test("a purchase is upgraded once, also by two requests at the same moment", async () => {
    const { shop, small, priceId, buy } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const open = () => openCheckout(shop.asUser(userId), { priceId, upgradeOf: order.id });
    const [first, second] = await Promise.all([open(), open()]);
    expect(sessionIdOf(first.url)).toBe(sessionIdOf(second.url));
    await shop.pay(first.url);
    await confirmCheckout(shop.asUser(userId), { id: first.id });
    await expect(open()).rejects.toMatchObject({ code: "not_found" });
  });

  test("nobody upgrades the order of somebody else, a gift, or to another price", async () => {
    const { shop, small, large, priceId, buy, offer } = await createUpgradableShop();
    const [owner, other] = [await shop.createUser(), await shop.createUser()];
    const order = await buy(owner, small.prices[0]!.id);
    const refusal = { code: "not_found" };
    const open = (userId: string, upgradeOf: string, id = priceId) =>
      openCheckout(shop.asUser(userId), { priceId: id, upgradeOf });
    await expect(open(other, order.id)).rejects.toMatchObject(refusal);
    const gift = await createGift(shop.ctx(), { userId: other, productId: small.id, note: "" });
    expect(await offer(other)).toBeNull();
    await expect(open(other, gift.id)).rejects.toMatchObject(refusal);
    const third = await shop.createPublishedProduct({ prices: [once(5000)] });
    await expect(open(owner, order.id, third.prices[0]!.id)).rejects.toMatchObject(refusal);
    expect(large.id).not.toBe(third.id);
  });

  test("a price in another currency is not offered", async () => {
    const { shop, small, buy, offer } = await createUpgradableShop({ large: once(3000, "eur") });
    const userId = await shop.createUser();
    await buy(userId, small.prices[0]!.id);
    expect(await offer(userId)).toBeNull();
  });

  test("a refund of the upgrade ends the larger product only, and it can be bought again", async () => {
    const { shop, small, large, priceId, buy, offer } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const bought = await buy(userId, priceId, order.id);
    await refund(shop, bought.id);
    expect(await listAccess(shop, userId)).toEqual({ [small.id]: true, [large.id]: false });
    expect(await offer(userId)).toMatchObject({ amountMinor: 2000 });
  });

  test("a refund of the smaller order after the upgrade ends the smaller product only", async () => {
    const { shop, small, large, priceId, buy } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    await buy(userId, priceId, order.id);
    await refund(shop, order.id);
    expect(await listAccess(shop, userId)).toEqual({ [small.id]: false, [large.id]: true });
  });

  test("an order says what it upgrades again after its row was lost", async () => {
    const { shop, small, priceId, buy } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const bought = await buy(userId, priceId, order.id);
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    const { db } = shop.ctx();
    await commit(db, [
      db.delete(grants).where(eq(grants.userId, userId)),
      db.delete(orders).where(eq(orders.userId, userId)),
    ]);
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    const mirrored = await listOrders(shop.ctx(), { userId });
    expect(mirrored.find(({ id }) => id === bought.id)?.upgradeOf).toBe(order.id);
  });

  test("the API, the feed and the CSV file say which order was upgraded", async () => {
    const { shop, small, large, priceId, buy } = await createUpgradableShop();
    const userId = await shop.createUser();
    const order = await buy(userId, small.prices[0]!.id);
    const bought = await buy(userId, priceId, order.id);
    const client = await createApiClient(shop);
    const { body } = await client.get(`/orders/${bought.id}`);
    expect(body).toMatchObject({ upgradeOf: order.id });
    const { body: feed } = await client.get<{
      data: { type: string; data: { id: string; upgradeOf: string | null } }[];
    }>(`/events?customer=${userId}`);
    const upgradeOf = (id: string) =>
      feed.data.find(({ type, data }) => type === "order.created" && data.id === id)!.data
        .upgradeOf;
    expect([upgradeOf(order.id), upgradeOf(bought.id)]).toEqual([null, order.id]);
    const csv = await exportOrders(shop.ctx(), { productId: large.id }).text();
    const [names, row] = csv.trim().split("\r\n");
    expect([names!.split(",").at(-1), row!.split(",").at(-1)]).toEqual(["Upgrade of", order.id]);
  });

  test("the seller can choose prices that are for sale once, and none again", async () => {
    const { shop, small, large, priceId } = await createUpgradableShop();
    const shown = await showUpgrade(shop.ctx(), { id: small.id });
    expect(shown.priceId).toBe(priceId);
    expect(shown.ownPrices).toEqual([{ amountMinor: 1000, currency: "usd" }]);
    expect(shown.options.map(({ productId }) => productId)).toContain(large.id);
    expect(shown.options.map(({ productId }) => productId)).not.toContain(small.id);
    await expect(
      saveUpgrade(shop.ctx(), { id: small.id, priceId: small.prices[0]!.id }),
    ).rejects.toMatchObject({ code: "invalid_input" });
    await saveUpgrade(shop.ctx(), { id: small.id, priceId: null });
    expect((await showUpgrade(shop.ctx(), { id: small.id })).priceId).toBeNull();
  });
});
