import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const day = 86_400;

async function createTestSubscription(params: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const account = createTestAccount(sandbox);
  const clock = await account.stripe.testHelpers.testClocks.create({
    frozen_time: Date.parse("2026-06-01T00:00:00Z") / 1000,
  });
  const customer = await account.customer("pm_card_visa", clock.id);
  const subscription = await account.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await account.price(3000)).id }],
    ...params,
  });
  const advance = (days: number) =>
    account.stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: clock.frozen_time + days * day,
    });
  const types = async () => (await account.events()).map(({ type }) => type);
  return { ...account, clock, customer, subscription, advance, types };
}

describe("a paused subscription", () => {
  it("credits the unused time, creates no invoices, and starts a new period when resumed", async () => {
    const { stripe, subscription, customer, advance, types, clock } =
      await createTestSubscription();
    await advance(10);
    const paused = await stripe.subscriptions.pause(subscription.id);
    expect(paused).toMatchObject({
      status: "paused",
      status_details: { paused: { subscription: { type: "pause_requested" } } },
    });
    const pending = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
    expect(pending.data.map(({ amount }) => amount)).toEqual([-2000]);
    await advance(40);
    expect((await stripe.invoices.list()).data).toHaveLength(1);
    const resumed = await stripe.subscriptions.resume(subscription.id, {
      payment_behavior: "resume_on_payment_success",
      expand: ["latest_invoice"],
    });
    expect(resumed).toMatchObject({ status: "active", latest_invoice: { amount_paid: 1000 } });
    expect(resumed.status_details).toBeUndefined();
    expect(resumed.items.data[0]?.current_period_start).toBe(clock.frozen_time + 40 * day);
    expect(await types()).toEqual(
      expect.arrayContaining(["customer.subscription.paused", "customer.subscription.resumed"]),
    );
  });

  it("a subscription stays paused until its resumption invoice is paid, which is voided after 23 hours", async () => {
    const { stripe, subscription, advance } = await createTestSubscription();
    await stripe.subscriptions.pause(subscription.id, {
      bill_for: { unused_time_from: { type: "none" } },
    });
    const unpaid = await stripe.subscriptions.resume(subscription.id, {
      expand: ["latest_invoice"],
    });
    expect(unpaid).toMatchObject({ status: "paused", latest_invoice: { status: "open" } });
    await advance(1);
    const { id } = unpaid.latest_invoice as Stripe.Invoice;
    expect(await stripe.invoices.retrieve(id)).toMatchObject({ status: "void" });
    const again = await stripe.subscriptions.resume(subscription.id);
    await stripe.invoices.pay(again.latest_invoice as string);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
  });

  it("resume_on_payment_success keeps the subscription paused while the card fails, and is retried", async () => {
    const { stripe, subscription, customer, control, advance } = await createTestSubscription();
    const pause = () =>
      stripe.subscriptions.pause(subscription.id, {
        bill_for: { unused_time_from: { type: "none" } },
      });
    const resume = () =>
      stripe.subscriptions.resume(subscription.id, {
        payment_behavior: "resume_on_payment_success",
        expand: ["latest_invoice"],
      });
    await pause();
    await control(`customers/${customer.id}/card`, { card: "4000000000000341" });
    const unpaid = await resume();
    expect(unpaid).toMatchObject({
      status: "paused",
      latest_invoice: { status: "open", attempt_count: 1 },
    });
    await expect(resume()).rejects.toThrow("already being resumed");
    await control(`customers/${customer.id}/card`, {});
    await advance(4);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");

    await pause();
    await control(`customers/${customer.id}/card`, { card: "4000000000000341" });
    const { id } = (await resume()).latest_invoice as Stripe.Invoice;
    await advance(40);
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("paused");
    expect((await stripe.invoices.retrieve(id)).status).toBe("void");
    await control(`customers/${customer.id}/card`, {});
    expect((await resume()).status).toBe("active");
  });

  it("a paused subscription can be resumed again after its resumption invoice was voided", async () => {
    const { stripe, subscription } = await createTestSubscription();
    await stripe.subscriptions.pause(subscription.id, {
      bill_for: { unused_time_from: { type: "none" } },
    });
    const { latest_invoice: invoice } = await stripe.subscriptions.resume(subscription.id);
    await stripe.invoices.voidInvoice(invoice as string);
    const resumed = await stripe.subscriptions.resume(subscription.id, {
      payment_behavior: "resume_on_payment_success",
    });
    expect(resumed.status).toBe("active");
  });

  it("a paused subscription keeps its billing cycle when resumed with an unchanged anchor", async () => {
    const { stripe, subscription, advance, customer } = await createTestSubscription();
    await advance(10);
    await stripe.subscriptions.pause(subscription.id);
    await advance(20);
    const resumed = await stripe.subscriptions.resume(subscription.id, {
      billing_cycle_anchor: { type: "unchanged" },
    });
    expect(resumed).toMatchObject({
      status: "active",
      items: { data: [{ current_period_end: subscription.items.data[0]!.current_period_end }] },
    });
    const pending = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
    expect(pending.data.map(({ amount }) => amount)).toEqual([1000, -2000]);
  });
});

describe("pause_collection", () => {
  it.each([
    ["void", "void"],
    ["mark_uncollectible", "uncollectible"],
    ["keep_as_draft", "draft"],
  ] as const)(
    "pause_collection with %s makes the renewal invoice %s and keeps the subscription active",
    async (behavior, status) => {
      const { stripe, subscription, advance, clock } = await createTestSubscription();
      const paused = await stripe.subscriptions.update(subscription.id, {
        pause_collection: { behavior, resumes_at: clock.frozen_time + 35 * day },
      });
      expect(paused.pause_collection?.behavior).toBe(behavior);
      await advance(31);
      const [invoice] = (await stripe.invoices.list()).data;
      expect(invoice).toMatchObject({ status, billing_reason: "subscription_cycle" });
      expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe("active");
      await advance(36);
      expect((await stripe.subscriptions.retrieve(subscription.id)).pause_collection).toBeNull();
    },
  );

  it("pause_collection is unset by an empty string", async () => {
    const { stripe, subscription } = await createTestSubscription();
    await stripe.subscriptions.update(subscription.id, { pause_collection: { behavior: "void" } });
    const running = await stripe.subscriptions.update(subscription.id, { pause_collection: "" });
    expect(running.pause_collection).toBeNull();
  });
});
