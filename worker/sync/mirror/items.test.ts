import { expect, it } from "vitest";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe, type Subscribed } from "../../testing/subscribe.ts";
import { monthly } from "../../testing/purchases.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { runSweep } from "../sweeps/run-sweep.ts";

const perSeat = { ...monthly, model: "per_seat" } as const;

/** What the seller does at Stripe, of which no event comes. */
async function changeItems(
  shop: TestShop,
  sub: Subscribed,
  items: { id?: string; price?: string; quantity?: number }[],
) {
  const { stripe } = shop.ctx();
  await stripe.subscriptions.update(sub.stripeSubscriptionId, {
    items,
    proration_behavior: "none",
  });
}

/** Adds a line for each of so many new products. */
async function addLines(shop: TestShop, sub: Subscribed, many: number) {
  for (let made = 0; made < many; made++)
    await shop.sell({ prices: [{ ...monthly, amountMinor: 100 + made }] });
  const { data } = await shop.ctx().stripe.prices.list({ limit: 100 });
  const held = (await sub.mirrored()).items.map(({ stripePriceId }) => stripePriceId);
  const fresh = data.filter(({ id }) => !held.includes(id));
  await changeItems(
    shop,
    sub,
    fresh.map(({ id }) => ({ price: id })),
  );
}

const sweep = (shop: TestShop) => runSweep(shop.ctx(), { pages: 50 });

it("all items of a subscription count, those beyond the ten that Stripe shows inside it too", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await addLines(shop, sub, 12);
  await sub.sync();
  expect((await sub.mirrored()).items).toHaveLength(13);
  expect(await listGrantedBenefits(shop.ctx(), sub)).toHaveLength(13);
  await sub.sync();
  expect((await sub.mirrored()).items).toHaveLength(13);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("a sweep finds seats that were added at Stripe, of which no event told", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop, { prices: [perSeat] });
  const [item] = (await sub.mirrored()).items;
  await changeItems(shop, sub, [{ id: item!.stripeItemId, quantity: 5 }]);
  expect((await sweep(shop)).sweep.drifted).toBe(1);
  await shop.work();
  expect((await sub.mirrored()).items).toMatchObject([{ quantity: 5 }]);
  const [granted] = await listGrantedBenefits(shop.ctx(), sub);
  expect(granted!.grant.quantity).toBe(5);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("a sweep finds the line that was taken out, beyond the tenth too", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await addLines(shop, sub, 11);
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
  await shop.work();
  expect((await sub.mirrored()).items).toHaveLength(11);
  expect(await listGrantedBenefits(shop.ctx(), sub)).toHaveLength(11);
});

it("a price that the shop never had, of a product that it has, gives what the product gives", async () => {
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
  expect(await listGrantedBenefits(shop.ctx(), sub)).toHaveLength(1);
});
