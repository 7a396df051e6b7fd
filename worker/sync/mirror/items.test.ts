import { expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { showOffer } from "../../checkout/show-offer.ts";
import { listLibraryItems } from "../../delivery/library/list-library-items.ts";
import { runSweep } from "../sweeps/run-sweep.ts";

const perSeat = { ...monthly, model: "per_seat" } as const;

/** Changes items at Stripe, like the seller would, without delivering an event. */
async function changeItems(
  shop: TestShop,
  sub: TestSubscription,
  items: { id?: string; price?: string; quantity?: number }[],
) {
  const { stripe } = shop.ctx();
  await stripe.subscriptions.update(sub.stripeSubscriptionId, {
    items,
    proration_behavior: "none",
  });
}

/** Adds an item for each of `count` new products. */
async function addItems(shop: TestShop, sub: TestSubscription, count: number) {
  for (let index = 0; index < count; index++)
    await shop.createPublishedProduct({ prices: [{ ...monthly, amountMinor: 100 + index }] });
  const { data } = await shop.ctx().stripe.prices.list({ limit: 100 });
  const currentPriceIds = (await sub.mirrored()).items.map(({ stripePriceId }) => stripePriceId);
  const newPrices = data.filter(({ id }) => !currentPriceIds.includes(id));
  await changeItems(
    shop,
    sub,
    newPrices.map(({ id }) => ({ price: id })),
  );
}

const sweep = (shop: TestShop) => runSweep(shop.ctx(), { pages: 50 });

it("all items of a subscription are mirrored, including those beyond the ten that Stripe embeds", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await addItems(shop, sub, 12);
  await sub.sync();
  expect((await sub.mirrored()).items).toHaveLength(13);
  expect(await listGrantsInForce(shop.ctx(), sub)).toHaveLength(13);
  await sub.sync();
  expect((await sub.mirrored()).items).toHaveLength(13);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("a sweep finds seats added at Stripe without an event", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [perSeat] });
  const [item] = (await sub.mirrored()).items;
  await changeItems(shop, sub, [{ id: item!.stripeItemId, quantity: 5 }]);
  expect((await sweep(shop)).sweep.drifted).toBe(1);
  await shop.processQueue();
  expect((await sub.mirrored()).items).toMatchObject([{ quantity: 5 }]);
  const [granted] = await listGrantsInForce(shop.ctx(), sub);
  expect(granted!.grant.quantity).toBe(5);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("a sweep finds a removed item beyond the tenth", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await addItems(shop, sub, 11);
  await sub.sync();
  const { stripe } = shop.ctx();
  const { data } = await stripe.subscriptionItems.list({
    subscription: sub.stripeSubscriptionId,
    limit: 100,
  });
  await stripe.subscriptions.update(sub.stripeSubscriptionId, {
    items: [{ id: data.at(-1)!.id, deleted: true }],
    proration_behavior: "none",
  });
  expect((await sweep(shop)).sweep.drifted).toBe(1);
  await shop.processQueue();
  expect((await sub.mirrored()).items).toHaveLength(11);
  expect(await listGrantsInForce(shop.ctx(), sub)).toHaveLength(11);
});

it("a price created only at Stripe grants the benefits of its product", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const { stripe } = shop.ctx();
  const [item] = (await sub.atStripe()).items.data;
  const special = await stripe.prices.create({
    product: String(item!.price.product),
    unit_amount: 450,
    currency: "usd",
    recurring: { interval: "month" },
  });
  await changeItems(shop, sub, [{ id: item!.id, price: special.id }]);
  await sub.sync();
  expect((await sub.mirrored()).items).toMatchObject([
    { productId: sub.product.id, amountMinor: 450, stripePriceId: special.id },
  ]);
  expect(await listGrantsInForce(shop.ctx(), sub)).toHaveLength(1);
});

it("a subscription with quantity 0 opens nothing, and the product can be bought again", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [perSeat] });
  const [item] = (await sub.mirrored()).items;
  await changeItems(shop, sub, [{ id: item!.stripeItemId, quantity: 0 }]);
  await sub.sync();
  expect((await sub.mirrored()).items).toMatchObject([{ quantity: 0 }]);
  expect(await listGrantsInForce(shop.ctx(), sub)).toEqual([]);
  expect(await listLibraryItems(shop.ctx(), sub)).toEqual([]);
  expect(
    await showOffer(shop.ctx(), { userId: sub.userId, productId: sub.product.id }),
  ).toMatchObject({ state: "available" });
  expect((await sweep(shop)).sweep.drifted).toBe(0);

  await changeItems(shop, sub, [{ id: item!.stripeItemId, quantity: 1 }]);
  await sub.sync();
  expect(await listGrantsInForce(shop.ctx(), sub)).toHaveLength(1);
});
