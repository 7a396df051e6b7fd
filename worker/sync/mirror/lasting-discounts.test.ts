import { assert, array, constantFrom, integer, property, record } from "fast-check";
import Stripe from "stripe";
import { beforeEach, describe, expect, it, test } from "vitest";
import { DAY } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { subscribe, type TestSubscription } from "../../testing/fixtures/subscribe.ts";
import type { TestShop } from "../../testing/shop.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { showBilling } from "../../shop/billing/show-billing.ts";
import { showOverview } from "../../admin/overview/show-overview.ts";
import { computeItemDiscounts } from "./lasting-discounts.ts";

// MRR is the whole shop's.
beforeEach(emptyDatabase);

/** Gives a subscription a discount at Stripe. */
async function addDiscount(
  shop: TestShop,
  sub: TestSubscription,
  params: Stripe.CouponCreateParams,
): Promise<void> {
  const { stripe } = shop.ctx();
  const { id } = await stripe.coupons.create(params);
  await stripe.subscriptions.update(sub.stripeSubscriptionId, { discounts: [{ coupon: id }] });
  await sub.sync();
}

async function readMrr(shop: TestShop, now = Date.now()): Promise<number | null | undefined> {
  const ctx = shop.ctx(undefined, now);
  return (await showOverview(ctx, { range: "30d" })).currencies[0]?.recurring?.mrr.total;
}

describe("monthly recurring revenue", () => {
  it("MRR counts a discount forever, and for some months until it is over", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [{ ...monthly, amountMinor: 1000 }] });
    expect(await readMrr(shop)).toBe(1000);
    await addDiscount(shop, sub, { percent_off: 25, duration: "forever" });
    expect(await readMrr(shop)).toBe(750);
    await addDiscount(shop, sub, {
      amount_off: 300,
      currency: "usd",
      duration: "repeating",
      duration_in_months: 2,
    });
    expect(await readMrr(shop)).toBe(700);
    await sub.advanceDays(70);
    expect(await readMrr(shop, Date.now() + 70 * DAY)).toBe(1000);
  });

  it("monthly recurring revenue does not count a discount on one charge, or on other products", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop, { prices: [{ ...monthly, amountMinor: 1000 }] });
    await addDiscount(shop, sub, { percent_off: 50, duration: "once" });
    expect(await readMrr(shop)).toBe(1000);
    const { id: product } = await shop.ctx().stripe.products.create({ name: "Another" });
    await addDiscount(shop, sub, {
      percent_off: 50,
      duration: "forever",
      applies_to: { products: [product] },
    });
    expect(await readMrr(shop)).toBe(1000);
  });
});

describe("a price with fractions of a cent", () => {
  it("a price with fractions of a cent is shown as it is, and counts as it is billed", async () => {
    const shop = openTestShop();
    const sub = await subscribe(shop);
    const { stripe } = shop.ctx();
    const { items } = await sub.atStripe();
    const price = await stripe.prices.create({
      product: items.data[0]!.price.product as string,
      currency: "usd",
      unit_amount_decimal: Stripe.Decimal.from("0.5"),
      recurring: { interval: "month" },
    });
    await stripe.subscriptions.update(sub.stripeSubscriptionId, {
      items: [{ id: items.data[0]!.id, price: price.id, quantity: 1001 }],
      proration_behavior: "none",
    });
    await sub.sync();
    expect((await sub.mirrored()).items).toMatchObject([
      { amountMinor: 1, amountDecimal: "0.5", quantity: 1001 },
    ]);
    const { subscriptions } = await showBilling(sub.userContext(), { userId: sub.userId });
    expect(subscriptions[0]).toMatchObject({
      price: { amountMinor: 0.5, quantity: 1001 },
      next: { amountMinor: 501 },
    });
    const [entry] = await showLibrary(sub.userContext(), { userId: sub.userId });
    expect(entry!.price).toMatchObject({ amountMinor: 500.5 });
    expect(await readMrr(shop)).toBe(501);
  });
});

const noDiscount = { percentOff: null, amountOffMinor: null, productIds: null };

test("a fixed discount is shared by the items it applies to, after those of single items", () => {
  const items = [
    { id: "a", productId: "A", amountMinor: 1000 },
    { id: "b", productId: "B", amountMinor: 3000 },
  ];
  const half = { ...noDiscount, percentOff: 50 };
  const fixed = { ...noDiscount, amountOffMinor: 700 };
  expect([...computeItemDiscounts(items, { shared: [fixed], byItem: new Map() })]).toEqual([
    ["a", 175],
    ["b", 525],
  ]);
  expect([
    ...computeItemDiscounts(items, {
      shared: [{ ...fixed, productIds: ["B"] }],
      byItem: new Map([["a", [half]]]),
    }),
  ]).toEqual([
    ["a", 500],
    ["b", 700],
  ]);
});

test("no discount is negative or more than the price in any combination", () => {
  const discount = record({
    percentOff: constantFrom(null, 0.5, 33.33, 100),
    amountOffMinor: constantFrom(null, 1, 5000, 99_999_999),
    productIds: constantFrom<(string[] | null)[]>(null, ["A"], ["B"], []),
  });
  const amounts = array(integer({ min: 0, max: 99_999_999 }), { maxLength: 4 });
  assert(
    property(amounts, array(discount, { maxLength: 3 }), (all, shared) => {
      const items = all.map((amountMinor, at) => ({
        id: String(at),
        productId: at % 2 ? "A" : "B",
        amountMinor,
      }));
      for (const [id, off] of computeItemDiscounts(items, { shared, byItem: new Map() })) {
        expect(off).toBeGreaterThanOrEqual(0);
        expect(off).toBeLessThanOrEqual(all[Number(id)]!);
      }
    }),
  );
});
