import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";
import { computeDiscountAmounts } from "./amounts.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const day = 86_400;

/** Creates a coupon and a promotion code for it. */
async function createPromotionCode(
  params: Stripe.CouponCreateParams,
  code: Partial<Stripe.PromotionCodeCreateParams> = {},
) {
  const account = createTestAccount(sandbox);
  const coupon = await account.stripe.coupons.create(params);
  const promotion = await account.stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: coupon.id },
    code: "SPRING",
    ...code,
  });
  return { ...account, coupon, promotion };
}

describe("coupons and promotion codes", () => {
  it("coupons and promotion codes are created, listed and deleted", async () => {
    const { stripe, coupon, promotion } = await createPromotionCode({
      percent_off: 12.5,
      duration: "forever",
    });
    expect(coupon).toMatchObject({ percent_off: 12.5, valid: true, times_redeemed: 0 });
    const found = await stripe.promotionCodes.list({ code: "SPRING", active: true });
    expect(found.data.map(({ id }) => id)).toEqual([promotion.id]);
    await stripe.promotionCodes.update(promotion.id, { active: false });
    expect((await stripe.promotionCodes.list({ active: true })).data).toEqual([]);
    expect(await stripe.coupons.del(coupon.id)).toMatchObject({ deleted: true });
    await expect(stripe.coupons.retrieve(coupon.id)).rejects.toMatchObject({ statusCode: 404 });
  });

  it("coupons and promotion codes can be limited to products, which are returned only when expanded", async () => {
    const { stripe } = createTestAccount(sandbox);
    const [mine, other] = [
      await stripe.products.create({ name: "Mine" }),
      await stripe.products.create({ name: "Other" }),
    ];
    const { id } = await stripe.coupons.create({
      percent_off: 50,
      applies_to: { products: [mine.id] },
    });
    expect((await stripe.coupons.retrieve(id)).applies_to).toBeUndefined();
    expect(
      (await stripe.coupons.retrieve(id, { expand: ["applies_to"] })).applies_to?.products,
    ).toEqual([mine.id]);
    const line = (product: string) => ({
      quantity: 1,
      price_data: { currency: "usd", unit_amount: 1000, product },
    });
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      success_url: "https://shop.example/",
      line_items: [line(mine.id), line(other.id)],
      discounts: [{ coupon: id }],
    });
    expect(session.amount_total).toBe(1500);
    await expect(
      stripe.coupons.create({ percent_off: 5, applies_to: { products: ["prod_no"] } }),
    ).rejects.toMatchObject({ param: "applies_to[products]" });
  });

  it("400 without an amount or percentage, or with missing details", async () => {
    const { stripe } = createTestAccount(sandbox);
    await expect(stripe.coupons.create({ duration: "once" })).rejects.toMatchObject({
      param: "percent_off",
    });
    await expect(stripe.coupons.create({ amount_off: 100 })).rejects.toMatchObject({
      param: "currency",
    });
    await expect(
      stripe.coupons.create({ percent_off: 10, duration: "repeating" }),
    ).rejects.toMatchObject({ param: "duration_in_months" });
    await expect(stripe.coupons.create({ percent_off: 101 })).rejects.toMatchObject({
      param: "percent_off",
    });
  });
});

describe("a discount at Checkout", () => {
  it("a discount at Checkout reduces the payment and the invoice, and counts as redeemed", async () => {
    const { stripe, coupon, openCheckout, pay } = await createPromotionCode({ percent_off: 25 });
    const session = await openCheckout({
      discounts: [{ coupon: coupon.id }],
      invoice_creation: { enabled: true },
    });
    expect(session).toMatchObject({
      amount_subtotal: 2900,
      amount_total: 2175,
      total_details: { amount_discount: 725 },
      discounts: [{ coupon: coupon.id, promotion_code: null }],
    });
    await pay(session.id);
    const done = await stripe.checkout.sessions.retrieve(session.id, {
      expand: ["invoice.discounts", "payment_intent", "line_items"],
    });
    expect(done).toMatchObject({
      payment_intent: { amount_received: 2175 },
      invoice: {
        subtotal: 2900,
        total: 2175,
        amount_paid: 2175,
        total_discount_amounts: [{ amount: 725 }],
        discounts: [{ source: { coupon: coupon.id }, checkout_session: session.id }],
      },
      line_items: { data: [{ amount_discount: 725, amount_total: 2175 }] },
    });
    expect((await stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
  });

  it("a discount of 100% needs no payment", async () => {
    const { stripe, coupon, openCheckout, pay } = await createPromotionCode({ percent_off: 100 });
    const session = await openCheckout({ discounts: [{ coupon: coupon.id }] });
    expect(session).toMatchObject({ amount_total: 0, payment_status: "no_payment_required" });
    await pay(session.id);
    expect(await stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      status: "complete",
      payment_status: "no_payment_required",
      payment_intent: null,
    });
  });

  it("a discount at Checkout can be entered on the page in any case, and removed again", async () => {
    const { stripe, promotion, openCheckout } = await createPromotionCode({
      amount_off: 1000,
      currency: "usd",
    });
    const session = await openCheckout({ allow_promotion_codes: true });
    const send = async (form: Record<string, string>) =>
      (await fetch(session.url!, { method: "POST", body: new URLSearchParams(form) })).text();
    expect(await send({ action: "promotion", promotion: "WINTER" })).toContain(
      "This code is invalid.",
    );
    const applied = await send({ action: "promotion", promotion: "spring" });
    expect(applied).toContain("Pay $19.00");
    expect(applied).toContain("Remove SPRING");
    expect((await stripe.checkout.sessions.retrieve(session.id)).discounts).toMatchObject([
      { promotion_code: promotion.id },
    ]);
    const expand = ["discounts.promotion_code"];
    expect((await stripe.checkout.sessions.retrieve(session.id, { expand })).discounts).toEqual([
      {
        coupon: promotion.promotion.coupon,
        promotion_code: expect.objectContaining({ code: "SPRING" }),
      },
    ]);
    expect(await send({ action: "remove-promotion" })).toContain("Pay $29.00");
  });

  it("400 for a code that is used up, below its minimum, or another customer's", async () => {
    const { stripe, promotion, openCheckout, pay } = await createPromotionCode(
      { percent_off: 10 },
      {
        max_redemptions: 1,
        restrictions: { minimum_amount: 2000, minimum_amount_currency: "usd" },
      },
    );
    const discounts = [{ promotion_code: promotion.id }];
    await expect(openCheckout({ amount: 1900, discounts })).rejects.toMatchObject({
      code: "promotion_code_invalid",
    });
    await pay((await openCheckout({ discounts })).id);
    await expect(openCheckout({ discounts })).rejects.toMatchObject({
      code: "promotion_code_invalid",
    });
    const bob = await stripe.customers.create({});
    const own = await stripe.promotionCodes.create({
      promotion: { type: "coupon", coupon: promotion.promotion.coupon as string },
      customer: bob.id,
    });
    await expect(openCheckout({ discounts: [{ promotion_code: own.id }] })).rejects.toMatchObject({
      code: "promotion_code_invalid",
    });
  });

  it("400 for another currency, or together with allow_promotion_codes", async () => {
    const { coupon, openCheckout } = await createPromotionCode({
      amount_off: 500,
      currency: "eur",
    });
    const discounts = [{ coupon: coupon.id }];
    await expect(openCheckout({ discounts })).rejects.toMatchObject({
      param: "discounts[0][coupon]",
    });
    await expect(openCheckout({ discounts, allow_promotion_codes: true })).rejects.toMatchObject({
      param: "discounts",
    });
  });
});

describe("a discount on a subscription", () => {
  const start = Date.parse("2026-06-01T00:00:00Z") / 1000;

  /** Returns what was paid for the first four monthly invoices, oldest first. Minor units. */
  async function listInvoiceTotals(coupon: Stripe.CouponCreateParams): Promise<number[]> {
    const account = createTestAccount(sandbox);
    const { stripe } = account;
    const clock = await stripe.testHelpers.testClocks.create({ frozen_time: start });
    const customer = await account.customer("pm_card_visa", clock.id);
    const { id } = await stripe.coupons.create(coupon);
    await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await account.price(2000)).id }],
      discounts: [{ coupon: id }],
    });
    for (const days of [50, 100])
      await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: start + days * day });
    const { data } = await stripe.invoices.list({ customer: customer.id });
    return data.toReversed().map(({ amount_paid: paid }) => paid);
  }

  it("a discount with duration once reduces only the first invoice", async () => {
    expect(await listInvoiceTotals({ percent_off: 50, duration: "once" })).toEqual([
      1000, 2000, 2000, 2000,
    ]);
  });

  it("a discount with duration repeating reduces the invoices of its months", async () => {
    const coupon = { amount_off: 500, currency: "usd", duration_in_months: 2 } as const;
    expect(await listInvoiceTotals({ ...coupon, duration: "repeating" })).toEqual([
      1500, 1500, 2000, 2000,
    ]);
  });

  it("a discount with duration forever reduces every invoice", async () => {
    expect(await listInvoiceTotals({ percent_off: 50, duration: "forever" })).toEqual([
      1000, 1000, 1000, 1000,
    ]);
  });

  it("a discount on a subscription is applied by Checkout, can be expanded, and can be removed", async () => {
    const { stripe, coupon, openCheckout, pay } = await createPromotionCode({
      percent_off: 50,
      duration: "forever",
    });
    const session = await openCheckout({ monthly: true, discounts: [{ coupon: coupon.id }] });
    await pay(session.id);
    const [subscription] = (await stripe.subscriptions.list({ expand: ["data.discounts"] })).data;
    expect(subscription?.discounts).toMatchObject([{ source: { coupon: coupon.id }, end: null }]);
    const again = await openCheckout({ monthly: true, discounts: [{ coupon: coupon.id }] });
    expect(await (await fetch(again.url!)).text()).toContain("Then $14.50 per month");
    const item = subscription!.items.data[0]!;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription!.id,
      subscription_details: {
        items: [{ id: item.id, quantity: 2 }],
        proration_behavior: "always_invoice",
      },
    });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-1450, 2900]);
    const bare = await stripe.subscriptions.update(subscription!.id, { discounts: "" });
    expect(bare.discounts).toEqual([]);
  });
});

describe("a fixed discount", () => {
  it("a fixed discount is distributed in proportion to the amounts, and never exceeds them", () => {
    const coupon = { percent_off: null, amount_off: 100 };
    expect(computeDiscountAmounts(coupon, [100, 100, 100], "usd")).toEqual([33, 34, 33]);
    expect(computeDiscountAmounts(coupon, [30, 0, 20], "usd")).toEqual([30, 0, 20]);
    expect(computeDiscountAmounts({ percent_off: 33.33, amount_off: null }, [1000], "jpy")).toEqual(
      [333],
    );
  });
});
