import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDeviations } from "../../contract/official-keys.ts";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const day = 86_400;

/** Creates a monthly subscription, as a seller can make it in the dashboard. */
async function createSubscription(params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const account = createTestAccount(sandbox);
  const { stripe } = account;
  const customer = await account.customer();
  const { id: price } = await account.price(900);
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    ...params,
  });
  return {
    ...account,
    id,
    price,
    customer,
    subscription: () => stripe.subscriptions.retrieve(id),
    advance: (advanceSeconds: number) => account.control("clock", { advanceSeconds }),
    /** Replaces the card by one that attaches and is then declined. */
    breakCard: () => account.control(`customers/${customer.id}/card`, { card: "4000000000000341" }),
    async latestInvoice() {
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(id, {
        expand: ["latest_invoice"],
      });
      return invoice as Stripe.Invoice;
    },
  };
}

describe("a subscription with a schedule", () => {
  it("the seller's schedule forbids to cancel, to keep, to pause, and changes that wait for a payment", async () => {
    const { stripe, id, price, subscription } = await createSubscription();
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    expect(findDeviations(schedule)).toEqual([]);
    expect(schedule).toMatchObject({ status: "active", end_behavior: "release", subscription: id });
    const managed = `managed by the subscription schedule \`${schedule.id}\``;
    for (const change of [{ cancel_at_period_end: true }, { cancel_at: "" as const }])
      await expect(stripe.subscriptions.update(id, change)).rejects.toThrow(managed);
    await expect(stripe.subscriptions.pause(id, {})).rejects.toThrow(managed);
    const [item] = (await subscription()).items.data;
    await expect(
      stripe.subscriptions.update(id, {
        items: [{ id: item!.id, price, quantity: 2 }],
        payment_behavior: "pending_if_incomplete",
        proration_behavior: "always_invoice",
      }),
    ).rejects.toMatchObject({ param: "payment_behavior" });
    await expect(
      stripe.subscriptionSchedules.create({ from_subscription: id }),
    ).rejects.toMatchObject({ param: "from_subscription" });

    const released = await stripe.subscriptionSchedules.release(schedule.id);
    expect(released).toMatchObject({ status: "released", released_subscription: id });
    expect(await subscription()).toMatchObject({ status: "active", schedule: null });
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await expect(stripe.subscriptionSchedules.release(schedule.id)).rejects.toThrow("released");
  });

  it("the next phase overrides what the subscription was changed to, then the schedule is released", async () => {
    const { stripe, id, price, subscription, advance } = await createSubscription();
    const later = await stripe.prices.create({
      currency: "usd",
      unit_amount: 1900,
      recurring: { interval: "month" },
      product_data: { name: "A dearer plan" },
    });
    const schedule = await stripe.subscriptionSchedules.create({ from_subscription: id });
    const { end_date: end } = schedule.phases[0]!;
    await stripe.subscriptionSchedules.update(schedule.id, {
      phases: [
        { items: [{ price }], end_date: end },
        { items: [{ price: later.id }], end_date: end + 30 * day },
      ],
    });
    const [item] = (await subscription()).items.data;
    await stripe.subscriptions.update(id, { items: [{ id: item!.id, price, quantity: 5 }] });
    await advance(32 * day);
    expect((await subscription()).items.data).toMatchObject([
      { id: item!.id, price: { id: later.id }, quantity: 1 },
    ]);
    await advance(31 * day);
    expect(await subscription()).toMatchObject({ schedule: null, status: "active" });
  });

  it("a schedule that ends with its subscription says when, and is canceled with it", async () => {
    const { stripe, id, subscription, advance } = await createSubscription();
    const { id: schedule, phases } = await stripe.subscriptionSchedules.create({
      from_subscription: id,
    });
    await stripe.subscriptionSchedules.update(schedule, { end_behavior: "cancel" });
    expect((await subscription()).cancel_at).toBe(phases[0]!.end_date);
    await advance(32 * day);
    expect((await subscription()).status).toBe("canceled");
    expect((await stripe.subscriptionSchedules.retrieve(schedule)).status).toBe("canceled");
  });
});

describe("a subscription in classic billing mode", () => {
  it("classic billing mode cannot be paused, only its payment collection", async () => {
    const { stripe, id, subscription } = await createSubscription({
      billing_mode: { type: "classic" },
    });
    expect((await subscription()).billing_mode).toEqual({ flexible: null, type: "classic" });
    await expect(stripe.subscriptions.pause(id, {})).rejects.toThrow("billing_mode.type=flexible");
    await stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    expect((await subscription()).status).toBe("active");
  });
});

describe("a failed renewal, as the account decides", () => {
  const describePause = ({ status, status_details: details }: Stripe.Subscription) => [
    status,
    details?.paused?.subscription?.type,
  ];

  it("the first failed payment pauses, and paying the invoice resumes in the same cycle", async () => {
    const sub = await createSubscription();
    const { stripe, subscription, advance, breakCard, latestInvoice } = sub;
    await sub.control("settings", { pauseAfterFirstFailure: true });
    const { billing_cycle_anchor: anchor } = await subscription();
    await breakCard();
    await advance(32 * day);
    expect(describePause(await subscription())).toEqual(["paused", "first_payment_failure"]);
    const open = await latestInvoice();
    expect(open).toMatchObject({ status: "open", next_payment_attempt: expect.any(Number) });
    await advance(40 * day);
    expect((await stripe.invoices.list({ subscription: sub.id })).data).toHaveLength(2);
    await stripe.invoices.pay(open.id, { paid_out_of_band: true });
    expect(await subscription()).toMatchObject({ status: "active", billing_cycle_anchor: anchor });
    const types = (await sub.events()).map(({ type }) => type);
    expect(types).toContain("customer.subscription.resumed");
  });

  it("the last failed payment pauses, and stays paused after the payment if the account wants it so", async () => {
    const sub = await createSubscription();
    const { stripe, subscription, advance, breakCard, latestInvoice } = sub;
    await sub.control("settings", { afterRetries: "pause", resumeAfterPayment: false });
    await breakCard();
    await advance(48 * day);
    expect(describePause(await subscription())).toEqual(["paused", "final_payment_failure"]);
    await stripe.invoices.pay((await latestInvoice()).id, { paid_out_of_band: true });
    expect((await subscription()).status).toBe("paused");
  });

  it("what cannot be paused stays past due at first, and is canceled at last", async () => {
    const sub = await createSubscription({ billing_mode: { type: "classic" } });
    await sub.control("settings", { afterRetries: "pause", pauseAfterFirstFailure: true });
    await sub.breakCard();
    await sub.advance(32 * day);
    expect((await sub.subscription()).status).toBe("past_due");
    await sub.advance(16 * day);
    expect((await sub.subscription()).status).toBe("canceled");
  });

  it("a failed payment is retried when the account says, up to two months", async () => {
    const sub = await createSubscription();
    await sub.control("settings", { retryDays: [0.5, 20, 39.5] });
    await sub.breakCard();
    await sub.advance(31 * day);
    await sub.advance(day);
    expect(await sub.latestInvoice()).toMatchObject({ attempt_count: 2 });
  });
});

describe("the parameters of DELETE", () => {
  it("a body counts as the query does", async () => {
    const { stripe, id, key } = await createSubscription();
    const response = await fetch(`${sandbox.url}/v1/subscriptions/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ prorate: "true", unknown: "1" }),
    });
    expect(await response.json()).toMatchObject({ error: { param: "unknown" } });
    await fetch(`${sandbox.url}/v1/subscriptions/${id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ prorate: "true", invoice_now: "true" }),
    });
    const { data } = await stripe.invoices.list({ subscription: id });
    expect(data).toHaveLength(2);
  });
});
