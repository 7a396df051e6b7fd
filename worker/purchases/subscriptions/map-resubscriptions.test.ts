import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { prices, products } from "../../db/schema/catalog.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { DAY } from "../../lib/time.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";

/** Returns how to subscribe again, as billing and the library say it. */
async function readAgain(shop: TestShop, { userId }: { userId: string }) {
  const ctx = shop.asUser(userId);
  const [{ subscriptions }, entries] = await Promise.all([
    showBilling(ctx, { userId }),
    showLibrary(ctx, { userId }),
  ]);
  const again = subscriptions.map((subscription) => subscription.again);
  const ids = subscriptions.map(({ id }) => id);
  expect(ids.map((id) => entries.find((entry) => entry.id === id)?.again)).toEqual(again);
  return again;
}

async function end(shop: TestShop, subscription: TestSubscription) {
  await shop.ctx().stripe.subscriptions.cancel(subscription.stripeSubscriptionId);
  await subscription.sync();
}

it("an ended subscription can be bought again with the same price and seats", async () => {
  const shop = openTestShop();
  const perSeat = { ...monthly, model: "per_seat" as const };
  const subscription = await subscribe(shop, { prices: [perSeat] }, { quantity: 3 });
  expect(await readAgain(shop, subscription)).toEqual([null]);
  await end(shop, subscription);
  const { slug, prices: sold } = subscription.product;
  const priceId = sold[0]!.id;
  expect(await readAgain(shop, subscription)).toEqual([{ slug, priceId, quantity: 3 }]);

  const ctx = shop.asUser(subscription.userId);
  const checkout = await openCheckout(ctx, { priceId, quantity: 3 });
  await shop.pay(checkout.url);
  await confirmCheckout(ctx, { id: checkout.id });
  expect(await readAgain(shop, subscription)).toEqual([null, null]);
});

it("only the product is named if its price is no longer for sale, and nothing if the product is not", async () => {
  const shop = openTestShop();
  const subscription = await subscribe(shop, { prices: [monthly] });
  await end(shop, subscription);
  const { id, slug } = subscription.product;
  const { db } = shop.ctx();
  await commit(db, [db.update(prices).set({ active: false }).where(eq(prices.productId, id))]);
  expect(await readAgain(shop, subscription)).toEqual([{ slug, priceId: null, quantity: 1 }]);
  await commit(db, [db.update(products).set({ status: "archived" }).where(eq(products.id, id))]);
  expect(await readAgain(shop, subscription)).toEqual([null]);
});

it("nothing is offered beside another product of the plan group", async () => {
  const shop = openTestShop();
  const planGroup = `group-${crypto.randomUUID().slice(0, 8)}`;
  const subscription = await subscribe(shop, { prices: [monthly], planGroup });
  await end(shop, subscription);
  const larger = await shop.createPublishedProduct({ prices: [monthly], planGroup });
  const ctx = shop.asUser(subscription.userId);
  const checkout = await openCheckout(ctx, { priceId: larger.prices[0]!.id });
  await shop.pay(checkout.url);
  await confirmCheckout(ctx, { id: checkout.id });
  expect(await readAgain(shop, subscription)).toEqual([null, null]);
});

const giveFor = async (shop: TestShop, userId: string, productId: string, endsAt: number | null) =>
  createGift(shop.ctx(), { userId, productId, note: "", ...(endsAt !== null && { endsAt }) });

it("a gift with an end leads to an own subscription, until the user has one", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({ prices: [monthly] });
  const userId = await shop.createUser();
  const ctx = shop.asUser(userId);
  const { id } = await giveFor(shop, userId, product.id, Date.now() + 20 * DAY);
  const readGift = async () =>
    (await showLibrary(ctx, { userId })).find((entry) => entry.id === id)?.again;
  const priceId = product.prices[0]!.id;
  expect(await readGift()).toEqual({ slug: product.slug, priceId, quantity: 1 });
  const checkout = await openCheckout(ctx, { priceId });
  await shop.pay(checkout.url);
  await confirmCheckout(ctx, { id: checkout.id });
  expect(await readGift()).toBeNull();
});

it("a gift with an end leads to the prices if there are several, and nowhere without a subscription", async () => {
  const shop = openTestShop();
  const endsAt = Date.now() + 20 * DAY;
  const plans = await shop.createPublishedProduct({
    prices: [monthly, { ...monthly, interval: "year", amountMinor: 9000 }],
  });
  const once = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const gifts = [
    await giveFor(shop, userId, plans.id, endsAt),
    await giveFor(shop, userId, once.id, endsAt),
  ];
  const entries = await showLibrary(shop.asUser(userId), { userId });
  expect(gifts.map(({ id }) => entries.find((entry) => entry.id === id)?.again)).toEqual([
    { slug: plans.slug, priceId: null, quantity: 1 },
    null,
  ]);
});

it("a gift without an end leads nowhere", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({ prices: [monthly] });
  const userId = await shop.createUser();
  await giveFor(shop, userId, product.id, null);
  const [entry] = await showLibrary(shop.asUser(userId), { userId });
  expect(entry?.again).toBeNull();
});
