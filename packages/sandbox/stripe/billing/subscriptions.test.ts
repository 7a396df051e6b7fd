import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";
import { computePeriodEnd } from "./compute-period-end.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

/** Creates an account with one active subscription. */
async function createTestSubscription(
  params: Partial<Stripe.Checkout.SessionCreateParams> = {},
  card?: string,
) {
  const account = createTestAccount(sandbox);
  const session = await account.openCheckout({ monthly: true, ...params });
  await account.pay(session.id, card);
  const [subscription] = (await account.stripe.subscriptions.list()).data;
  return { ...account, subscription: subscription!, item: subscription!.items.data[0]! };
}

describe("canceling", () => {
  it("canceling at period end sets cancel_at, and ends the subscription on that date", async () => {
    const { stripe, subscription, item, control, events } = await createTestSubscription();
    const planned = await stripe.subscriptions.update(subscription.id, {
      cancel_at_period_end: true,
      cancellation_details: { feedback: "too_expensive" },
    });
    expect(planned).toMatchObject({
      status: "active",
      cancel_at: item.current_period_end,
      cancel_at_period_end: true,
      cancellation_details: { reason: "cancellation_requested", feedback: "too_expensive" },
    });
    await control("clock", { advanceSeconds: 32 * 86_400 });
    const ended = await stripe.subscriptions.retrieve(subscription.id);
    expect(ended.status).toBe("canceled");
    expect(ended.ended_at).toBeGreaterThanOrEqual(item.current_period_end);
    expect((await events()).at(-1)).toMatchObject({
      type: "customer.subscription.deleted",
      request: { id: null },
    });
  });

  it("a cancellation can be undone before its date", async () => {
    const { stripe, subscription, control } = await createTestSubscription();
    await stripe.subscriptions.update(subscription.id, { cancel_at: "min_period_end" });
    const kept = await stripe.subscriptions.update(subscription.id, { cancel_at: "" });
    expect(kept).toMatchObject({ cancel_at: null, canceled_at: null, cancel_at_period_end: false });
    await control("clock", { advanceSeconds: 32 * 86_400 });
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  it("immediately ends the subscription, and lists omit it by default", async () => {
    const { stripe, subscription } = await createTestSubscription();
    expect(await stripe.subscriptions.cancel(subscription.id)).toMatchObject({
      status: "canceled",
    });
    expect((await stripe.subscriptions.list()).data).toEqual([]);
    expect((await stripe.subscriptions.list({ status: "all" })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list({ status: "canceled" })).data).toHaveLength(1);
    await expect(stripe.subscriptions.cancel(subscription.id)).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("deleting a customer cancels the subscription", async () => {
    const { stripe, subscription, events } = await createTestSubscription();
    await stripe.customers.del(subscription.customer as string);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("canceled");
    expect((await events()).slice(-2).map(({ type }) => type)).toEqual([
      "customer.subscription.deleted",
      "customer.deleted",
    ]);
  });
});

describe("updating", () => {
  it("updating the quantity keeps the item and its period", async () => {
    const { stripe, subscription, item, events } = await createTestSubscription();
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, quantity: 5 }],
      proration_behavior: "none",
    });
    expect(changed.items.data[0]).toMatchObject({
      id: item.id,
      quantity: 5,
      current_period_end: item.current_period_end,
    });
    expect((await events()).at(-1)).toMatchObject({
      type: "customer.subscription.updated",
      data: { previous_attributes: { items: { data: [{ quantity: 1 }] } } },
    });
  });

  it("updating to a price with another interval starts a new period", async () => {
    const { stripe, subscription, item } = await createTestSubscription();
    const yearly = await stripe.prices.create({
      product: item.price.product as string,
      currency: "usd",
      unit_amount: 29_000,
      recurring: { interval: "year" },
    });
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: yearly.id }],
      proration_behavior: "none",
    });
    expect(changed.items.data[0]?.price.id).toBe(yearly.id);
    expect(changed.items.data[0]!.current_period_end).toBeGreaterThan(item.current_period_end);
    const listed = await stripe.subscriptionItems.list({ subscription: subscription.id });
    expect(listed.data.map(({ id }) => id)).toEqual([item.id]);
  });

  it("updating is refused for a price in another currency and for an unknown item", async () => {
    const { stripe, subscription, item } = await createTestSubscription();
    const euros = await stripe.prices.create({
      product: item.price.product as string,
      currency: "eur",
      unit_amount: 100,
      recurring: { interval: "month" },
    });
    const update = (params: Stripe.SubscriptionUpdateParams) =>
      stripe.subscriptions.update(subscription.id, params);
    await expect(
      update({ items: [{ id: item.id, price: euros.id }], proration_behavior: "none" }),
    ).rejects.toMatchObject({ param: "items[0][price]" });
    await expect(
      update({ items: [{ id: "si_other", quantity: 2 }], proration_behavior: "none" }),
    ).rejects.toMatchObject({ param: "items[0][id]" });
  });
});

describe("an invoice", () => {
  it("an invoice reactivates the subscription when paid with another card after a failed payment", async () => {
    const { stripe, control, pay, openCheckout } = createTestAccount(sandbox);
    const session = await openCheckout({ monthly: true, currency: "eur" });
    await pay(session.id, "AT861904300235473202");
    await control(`checkout/${session.id}/settle`, { outcome: "failed" });
    const other = await openCheckout({
      customer: session.customer as string,
      currency: "eur",
      payment_intent_data: { setup_future_usage: "off_session" },
    });
    await pay(other.id);
    const [open] = (await stripe.invoices.list({ status: "open" })).data;
    const methods = await stripe.customers.listPaymentMethods(session.customer as string, {
      type: "card",
    });
    expect(
      await stripe.invoices.pay(open!.id!, { payment_method: methods.data[0]!.id }),
    ).toMatchObject({ status: "paid", amount_remaining: 0 });
    expect((await stripe.subscriptions.list()).data[0]?.status).toBe("active");
    await expect(stripe.invoices.pay(open!.id!)).rejects.toMatchObject({
      code: "invoice_already_paid",
    });
  });

  it("an invoice returns a 402 when the card is declined, and keeps the failed charge", async () => {
    const { stripe, control, pay, openCheckout } = createTestAccount(sandbox);
    const session = await openCheckout({ monthly: true, currency: "eur" });
    await pay(session.id, "AT861904300235473202");
    await control(`checkout/${session.id}/settle`, { outcome: "failed" });
    const trial = await openCheckout({
      customer: session.customer as string,
      monthly: true,
      currency: "eur",
      subscription_data: { trial_period_days: 3 },
    });
    await pay(trial.id, "4000000000000341");
    const methods = await stripe.customers.listPaymentMethods(session.customer as string, {
      type: "card",
    });
    const [open] = (await stripe.invoices.list({ status: "open" })).data;
    await expect(
      stripe.invoices.pay(open!.id!, { payment_method: methods.data[0]!.id }),
    ).rejects.toMatchObject({
      type: "StripeCardError",
      statusCode: 402,
      code: "card_declined",
    });
    expect((await stripe.charges.list()).data[0]).toMatchObject({ status: "failed" });
    const paid = await stripe.invoicePayments.list({ invoice: open!.id! });
    expect(paid.data.map(({ status }) => status)).toEqual(["open"]);
  });

  it("an invoice can be listed by subscription, and lists its lines", async () => {
    const { stripe, subscription } = await createTestSubscription();
    const [invoice] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(invoice?.number).toMatch(/-0001$/);
    expect(
      (await stripe.invoices.listLineItems(invoice!.id!)).data[0]?.parent?.subscription_item_details
        ?.subscription,
    ).toBe(subscription.id);
  });
});

describe("computePeriodEnd", () => {
  const at = (text: string) => Date.parse(text) / 1000;
  it.each([
    ["2026-01-31T10:00:00Z", "month", "2026-02-28T10:00:00Z"],
    ["2028-02-29T10:00:00Z", "year", "2029-02-28T10:00:00Z"],
    ["2026-12-15T10:00:00Z", "month", "2027-01-15T10:00:00Z"],
    ["2026-12-15T10:00:00Z", "week", "2026-12-22T10:00:00Z"],
  ] as const)(
    "computePeriodEnd returns the end of a period from %s by %s: %s",
    (start, interval, end) => {
      expect(computePeriodEnd(at(start), { interval, interval_count: 1 })).toBe(at(end));
    },
  );

  it("computePeriodEnd returns to the 31st after a shorter month when anchored on the 31st", () => {
    expect(
      computePeriodEnd(
        at("2026-02-28T10:00:00Z"),
        { interval: "month", interval_count: 1 },
        at("2026-01-31T10:00:00Z"),
      ),
    ).toBe(at("2026-03-31T10:00:00Z"));
  });
});
