import { describe, expect, it } from "vitest";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import type { NewPrice } from "../admin/products/schema.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { showOffer } from "./show-offer.ts";

const payWhatYouWantPrice = {
  type: "one_time",
  model: "pay_what_you_want",
  minimumMinor: 500,
  presetMinor: 1200,
  currency: "usd",
} as const;
const seats = { ...monthly, model: "per_seat" } as const;

async function startCheckout(shop: TestShop, price: NewPrice, quantity?: number) {
  const product = await shop.createPublishedProduct({ prices: [price] });
  const userId = await shop.createUser();
  const priceId = product.prices[0]!.id;
  const checkout = await openCheckout(shop.asUser(userId), { priceId, quantity });
  const { stripe } = shop.ctx();
  const session = await stripe.checkout.sessions.retrieve(sessionIdOf(checkout.url), {
    expand: ["line_items"],
  });
  const confirm = () => confirmCheckout(shop.asUser(userId), { id: checkout.id });
  return { product, userId, priceId, checkout, session, confirm };
}

describe("pay what you want", () => {
  it("pay what you want shows the minimum and the suggestion; the order has the chosen amount", async () => {
    const shop = openTestShop();
    const { product, checkout, userId, confirm } = await startCheckout(shop, payWhatYouWantPrice);
    expect(product.prices[0]).toMatchObject({
      model: "pay_what_you_want",
      amountMinor: 500,
      minimumMinor: 500,
      presetMinor: 1200,
    });
    await shop.pay(checkout.url, undefined, { amount: 3333 });
    expect((await confirm()).state).toBe("complete");
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([
      { totalMinor: 3333, status: "paid" },
    ]);
  });

  it("less than the minimum is refused on Stripe's page", async () => {
    const shop = openTestShop();
    const { checkout } = await startCheckout(shop, payWhatYouWantPrice);
    await expect(shop.pay(checkout.url, undefined, { amount: 499 })).rejects.toThrow("too small");
  });

  it("pay what you want offers no promotion codes, since Stripe doesn't support them here", async () => {
    const shop = openTestShop();
    const { session } = await startCheckout(shop, payWhatYouWantPrice);
    expect(session.allow_promotion_codes).not.toBe(true);
  });
});

describe("per seat", () => {
  it("the checkout has the chosen quantity, and the buyer can still change it on Stripe's page", async () => {
    const shop = openTestShop();
    const { checkout, session, confirm } = await startCheckout(shop, seats, 3);
    expect(session.amount_total).toBe(2700);
    const [line] = session.line_items!.data;
    expect(line).toMatchObject({ quantity: 3 });
    await shop.pay(checkout.url, undefined, { quantities: { [line!.id]: 5 } });
    expect(await confirm()).toMatchObject({ state: "complete", entry: { quantity: 5 } });
  });

  it("a one-time order has the paid quantity", async () => {
    const shop = openTestShop();
    const price = { type: "one_time", model: "per_seat", amountMinor: 2000, currency: "usd" };
    const { checkout, session, userId, confirm } = await startCheckout(shop, price as NewPrice, 2);
    const [line] = session.line_items!.data;
    await shop.pay(checkout.url, undefined, { quantities: { [line!.id]: 4 } });
    await confirm();
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([
      { quantity: 4, totalMinor: 8000 },
    ]);
  });

  it("a retry gets the same session, and another number of seats gets a new one", async () => {
    const shop = openTestShop();
    const { userId, priceId, checkout } = await startCheckout(shop, seats, 3);
    const again = await openCheckout(shop.asUser(userId), { priceId, quantity: 3 });
    expect(again).toEqual(checkout);
    const more = await openCheckout(shop.asUser(userId), { priceId, quantity: 4 });
    expect(more.url).not.toBe(checkout.url);
    const { data } = await shop.ctx().stripe.checkout.sessions.list();
    expect(data.map(({ status }) => status)).toEqual(["open", "expired"]);
  });

  it("a checkout refuses seats of a price that is not per seat", async () => {
    const shop = openTestShop();
    await expect(startCheckout(shop, monthly, 2)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "quantity" }],
    });
  });
});

describe("free", () => {
  it("a free membership asks for no card", async () => {
    const shop = openTestShop();
    const { checkout, session, confirm } = await startCheckout(shop, {
      ...monthly,
      amountMinor: 0,
    });
    expect(session.payment_method_collection).toBe("if_required");
    await shop.pay(checkout.url);
    expect(await confirm()).toMatchObject({
      state: "complete",
      entry: { access: { active: true, reason: "subscription_active" } },
    });
    const { data: methods } = await shop.ctx().stripe.paymentMethods.list();
    expect(methods).toEqual([]);
  });

  it("a free trial asks for a card, since it becomes a paid subscription", async () => {
    const shop = openTestShop();
    const { session } = await startCheckout(shop, { ...monthly, trialDays: 14 });
    expect(session.payment_method_collection).toBe("always");
  });

  it("a trial without a card at its end is canceled, and nothing is due", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [{ ...monthly, trialDays: 14 }] });
    const { stripe } = shop.ctx();
    const { customer, default_payment_method: card } = await sub.atStripe();
    const { data: cards } = await stripe.customers.listPaymentMethods(String(customer));
    expect(cards.map(({ id }) => id)).toEqual([card]);
    await stripe.paymentMethods.detach(cards[0]!.id);
    await sub.advanceDays(15);
    expect(await sub.mirrored()).toMatchObject({ status: "canceled" });
    expect(await stripe.charges.list()).toMatchObject({ data: [] });
  });
});

describe("currencies", () => {
  // https://github.com/Paymenter/Paymenter/issues/1258
  it("500 yen are an amount of 500, not of 50,000", async () => {
    const shop = openTestShop();
    const price = { type: "one_time", amountMinor: 500, currency: "jpy" } as const;
    const { session, checkout, userId, confirm } = await startCheckout(shop, price);
    expect(session).toMatchObject({ amount_total: 500, currency: "jpy" });
    await shop.pay(checkout.url);
    await confirm();
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([{ totalMinor: 500 }]);
  });

  it("five dinars are an amount of 5000", async () => {
    const shop = openTestShop();
    const { session } = await startCheckout(shop, {
      type: "one_time",
      amountMinor: 5000,
      currency: "bhd",
    });
    expect(session).toMatchObject({ amount_total: 5000, currency: "bhd" });
  });

  it("a second subscription in another currency is refused before Stripe refuses it", async () => {
    const shop = openTestShop();
    const { userId, checkout, confirm } = await startCheckout(shop, monthly);
    await shop.pay(checkout.url);
    await confirm();
    const euro = await shop.createPublishedProduct({ prices: [{ ...monthly, currency: "eur" }] });
    const offer = await showOffer(shop.asUser(userId), { userId, productId: euro.id });
    expect(offer).toMatchObject({ state: "available", currency: "usd" });
    const priceId = euro.prices[0]!.id;
    await expect(openCheckout(shop.asUser(userId), { priceId })).rejects.toMatchObject({
      code: "currency_locked",
      currency: "usd",
    });

    const once = await shop.createPublishedProduct({
      prices: [{ type: "one_time", amountMinor: 900, currency: "eur" }],
    });
    expect(await openCheckout(shop.asUser(userId), { priceId: once.prices[0]!.id })).toMatchObject({
      url: expect.stringContaining("http"),
    });
  });

  it("any currency is allowed again once no subscription is live", async () => {
    const shop = openTestShop();
    const { userId, checkout, confirm } = await startCheckout(shop, monthly);
    await shop.pay(checkout.url);
    await confirm();
    const [subscription] = await listSubscriptions(shop.ctx(), { userId });
    await shop.ctx().stripe.subscriptions.cancel(subscription!.stripeSubscriptionId);
    const euro = await shop.createPublishedProduct({ prices: [{ ...monthly, currency: "eur" }] });
    expect(await openCheckout(shop.asUser(userId), { priceId: euro.prices[0]!.id })).toMatchObject({
      url: expect.stringContaining("http"),
    });
  });
});
