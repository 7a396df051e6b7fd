import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { monthly, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import type { NewPrice } from "../admin/products/schema.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";

const once: NewPrice = { type: "one_time", amountMinor: 2900, currency: "usd" };

/** Buys as a user who enters a promotion code on Stripe's page. */
async function buyWithCode(shop: TestShop, price: NewPrice, coupon: Stripe.CouponCreateParams) {
  const { stripe } = shop.ctx();
  const { id } = await stripe.coupons.create(coupon);
  const { code } = await stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: id },
  });
  const { prices } = await shop.createPublishedProduct({ prices: [price] });
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  const session = await shop.pay(checkout.url, undefined, { promotionCode: code });
  const { state } = await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  return { userId, session, state };
}

describe("an order", () => {
  // https://github.com/alexmorrisnz/moodle-paygw_stripe/issues/25
  it("a 100 % coupon makes a free order, owned with no payment", async () => {
    const shop = openTestShop();
    const { userId, session, state } = await buyWithCode(shop, once, { percent_off: 100 });
    expect(session).toMatchObject({
      payment_status: "no_payment_required",
      payment_intent: null,
      amount_total: 0,
    });
    expect(state).toBe("complete");
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([
      { status: "paid", totalMinor: 0, discountMinor: 2900, stripePaymentIntentId: null },
    ]);
  });

  it("an order has the discount that Stripe calculated, including rounding", async () => {
    const shop = openTestShop();
    const { userId, session } = await buyWithCode(
      shop,
      { ...once, amountMinor: 999 },
      { percent_off: 33 },
    );
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(order).toMatchObject({
      totalMinor: session.amount_total,
      discountMinor: session.total_details?.amount_discount,
    });
    expect(order!.totalMinor + order!.discountMinor).toBe(999);
  });
});

describe("a subscription", () => {
  it("a subscription shows the next charge with the discount", async () => {
    const shop = openTestShop();
    const { userId, state } = await buyWithCode(shop, monthly, {
      percent_off: 50,
      duration: "forever",
    });
    expect(state).toBe("complete");
    const { subscriptions } = await showBilling(shop.asUser(userId), { userId });
    expect(subscriptions[0]).toMatchObject({
      price: { amountMinor: 900 },
      next: { kind: "renews", amountMinor: 450 },
    });
  });

  it("a 100 % coupon for the first month starts the subscription, which is charged from the second on", async () => {
    const shop = openTestShop();
    const { userId } = await buyWithCode(shop, monthly, { percent_off: 100, duration: "once" });
    expect(await listAccessReasons(shop, userId)).toEqual(["subscription_active"]);
    const { subscriptions } = await showBilling(shop.asUser(userId), { userId });
    expect(subscriptions[0]?.next).toMatchObject({ kind: "renews", amountMinor: 900 });
  });
});
