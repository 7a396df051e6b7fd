import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const hour = 3600;
const day = 24 * hour;

/** Creates a subscription on the account's own clock, which `travel` advances. */
async function createTestSubscription(
  params: Partial<Stripe.SubscriptionCreateParams> = {},
  card = "pm_card_visa",
) {
  const account = createTestAccount(sandbox);
  const { stripe, control } = account;
  const customer = await account.customer(card);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await account.price(1900)).id }],
    ...params,
  });
  return {
    ...account,
    customer,
    subscription,
    travel: (seconds: number) => control("clock", { advanceSeconds: seconds }),
    /** Advances the clock to the end of the current period, plus `further` seconds. */
    async renew(further = 0) {
      const { items } = await stripe.subscriptions.retrieve(subscription.id);
      const { body } = await control<{ now: number }>("clock");
      const seconds = items.data[0]!.current_period_end - body.now + further;
      await control("clock", { advanceSeconds: seconds });
    },
    status: async () => (await stripe.subscriptions.retrieve(subscription.id)).status,
    latest: async () =>
      (await stripe.subscriptions.retrieve(subscription.id, { expand: ["latest_invoice"] }))
        .latest_invoice as Stripe.Invoice,
    /** Returns the event types starting at the last event of type `since`. */
    async typesSince(since: string) {
      const types = (await account.events()).map(({ type }) => type as string);
      return types.slice(types.lastIndexOf(since));
    },
  };
}

describe("a renewal", () => {
  it("a renewal is a draft for an hour, then is charged", async () => {
    const { subscription, renew, travel, latest, stripe, typesSince } =
      await createTestSubscription();
    const [item] = subscription.items.data;
    await renew(60);
    const draft = await latest();
    expect(draft).toMatchObject({
      status: "draft",
      billing_reason: "subscription_cycle",
      auto_advance: true,
      automatically_finalizes_at: item!.current_period_end + hour,
      period_end: item!.current_period_end,
    });
    const renewed = await stripe.subscriptions.retrieve(subscription.id);
    expect(renewed.items.data[0]).toMatchObject({
      id: item!.id,
      current_period_start: item!.current_period_end,
    });
    await travel(hour);
    expect(await latest()).toMatchObject({ id: draft.id, status: "paid", amount_paid: 1900 });
    expect(await typesSince("invoice.created")).toEqual([
      "invoice.created",
      "customer.subscription.updated",
      "invoice.finalized",
      "payment_intent.created",
      "charge.succeeded",
      "payment_intent.succeeded",
      "invoice_payment.paid",
      "invoice.paid",
      "invoice.payment_succeeded",
      "charge.updated",
    ]);
  });

  it("a renewal happens every month of a year, on about the same day", async () => {
    const { stripe, travel, subscription } = await createTestSubscription();
    await travel(365 * day + hour);
    const invoices = await stripe.invoices.list({ subscription: subscription.id, limit: 100 });
    expect(invoices.data.filter(({ status }) => status === "paid").length).toBeGreaterThanOrEqual(
      12,
    );
    const starts = invoices.data.map(({ created }) => created);
    expect(new Set(starts).size).toBe(starts.length);
    const days = starts.map((at) => new Date(at * 1000).getUTCDate());
    expect(Math.max(...days) - Math.min(...days)).toBeLessThanOrEqual(3);
  });
});

describe("a failed renewal", () => {
  it("a failed renewal makes the subscription past due, is retried, and cancels it after the last attempt", async () => {
    const { control, customer, renew, status, latest, travel, typesSince } =
      await createTestSubscription();
    await control(`customers/${customer.id}/card`, { card: "4000000000000341" });
    await renew(hour + 1);
    expect(await status()).toBe("past_due");
    const first = await latest();
    expect(first).toMatchObject({ status: "open", attempt_count: 1, attempted: true });
    expect(first.next_payment_attempt).toBeGreaterThan(first.created);
    expect(await typesSince("charge.failed")).toEqual([
      "charge.failed",
      "payment_intent.payment_failed",
      "invoice.payment_failed",
      "customer.subscription.updated",
    ]);
    await travel(3 * day + 1);
    expect(await latest()).toMatchObject({ attempt_count: 2, status: "open" });
    await travel(20 * day);
    expect(await status()).toBe("canceled");
    expect(await latest()).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
    expect(await typesSince("customer.subscription.deleted")).toEqual([
      "customer.subscription.deleted",
    ]);
  });

  it("a failed renewal is paid by a retry after the customer gets a valid card", async () => {
    const { control, customer, renew, status, latest, travel } = await createTestSubscription();
    await control(`customers/${customer.id}/card`, { card: "4000000000000341" });
    await renew(hour + 1);
    await control(`customers/${customer.id}/card`, {});
    await travel(3 * day + 1);
    expect(await status()).toBe("active");
    expect(await latest()).toMatchObject({ status: "paid", attempt_count: 2 });
  });

  it("a failed bank debit makes the subscription past due", async () => {
    const { openCheckout, pay, control, stripe } = createTestAccount(sandbox);
    const session = await openCheckout({ monthly: true, currency: "eur" });
    await pay(session.id, "AT861904300235473202");
    await control(`checkout/${session.id}/settle`, { outcome: "succeeded" });
    await control("clock", { advanceSeconds: 32 * day });
    const [subscription] = (await stripe.subscriptions.list()).data;
    expect(subscription?.status).toBe("past_due");
  });

  it("a failed renewal leaves the subscription unpaid if configured, and later invoices stay drafts", async () => {
    const { control, renew, status, latest, travel, customer } = await createTestSubscription();
    await control("settings", { afterRetries: "unpaid" });
    await control(`customers/${customer.id}/card`, { card: "4000000000000341" });
    await renew(hour);
    await travel(16 * day);
    expect(await status()).toBe("unpaid");
    await renew(2 * hour);
    expect(await latest()).toMatchObject({ status: "draft", auto_advance: false });
  });

  it("a failed renewal requires customer action only for cards that need 3-D Secure on every payment", async () => {
    const { control, renew, status, customer, typesSince } = await createTestSubscription();
    await control(`customers/${customer.id}/card`, { card: "4000002760003184" });
    await renew(hour + 1);
    expect(await status()).toBe("past_due");
    expect(await typesSince("invoice.payment_action_required")).toContain("invoice.payment_failed");
    const other = await createTestSubscription();
    await other.control(`customers/${other.customer.id}/card`, { card: "4000002500003155" });
    await other.renew(hour + 1);
    expect(await other.status()).toBe("active");
  });
});

describe("a trial", () => {
  const trial = { trial_period_days: 7 };

  it("a trial emits trial_will_end three days before its end, then starts a paid period", async () => {
    const { status, travel, latest, typesSince, stripe, subscription } =
      await createTestSubscription(trial);
    expect(subscription).toMatchObject({ status: "trialing" });
    await travel(3 * day);
    expect((await typesSince("customer.subscription.created")).at(-1)).toBe(
      "customer.subscription.created",
    );
    await travel(day + 1);
    expect((await typesSince("customer.subscription.trial_will_end")).length).toBe(1);
    await travel(3 * day);
    expect(await status()).toBe("active");
    const [update] = (await stripe.events.list({ type: "customer.subscription.updated" })).data;
    expect(update?.data.previous_attributes).toMatchObject({ status: "trialing" });
    await travel(hour);
    expect(await latest()).toMatchObject({ status: "paid", amount_paid: 1900 });
  });

  it("a trial shorter than three days emits trial_will_end immediately", async () => {
    const { typesSince, travel } = await createTestSubscription({ trial_period_days: 2 });
    await travel(1);
    expect(await typesSince("customer.subscription.trial_will_end")).toHaveLength(1);
  });

  it.each([
    ["create_invoice", "past_due"],
    ["pause", "paused"],
    ["cancel", "canceled"],
  ] as const)(
    "a trial without a card and with missing_payment_method %s ends as %s",
    async (missing, end) => {
      const account = createTestAccount(sandbox);
      const { id } = await account.stripe.customers.create({});
      const { id: subscription } = await account.stripe.subscriptions.create({
        customer: id,
        items: [{ price: (await account.price(1900)).id }],
        ...trial,
        trial_settings: { end_behavior: { missing_payment_method: missing } },
      });
      await account.control("clock", { advanceSeconds: 7 * day + hour + 1 });
      expect((await account.stripe.subscriptions.retrieve(subscription)).status).toBe(end);
    },
  );
});

describe("a failed first payment", () => {
  it("a failed first payment leaves the subscription incomplete for 23 hours", async () => {
    const { subscription, travel, status, latest } = await createTestSubscription(
      {},
      "pm_card_chargeCustomerFail",
    );
    expect(subscription.status).toBe("incomplete");
    await travel(22 * hour);
    expect(await status()).toBe("incomplete");
    await travel(hour + 1);
    expect(await status()).toBe("incomplete_expired");
    expect((await latest()).status).toBe("void");
  });

  it("a failed first payment returns a 402 with error_if_incomplete, and stores nothing", async () => {
    const account = createTestAccount(sandbox);
    const customer = await account.customer("pm_card_chargeCustomerFail");
    await expect(
      account.stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: (await account.price(1900)).id }],
        payment_behavior: "error_if_incomplete",
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    expect((await account.stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  });
});

describe("a scheduled cancellation", () => {
  it("a scheduled cancellation ends the subscription instead of renewing it", async () => {
    const { stripe, subscription, renew, status } = await createTestSubscription();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await renew(2 * hour);
    expect(await status()).toBe("canceled");
    expect((await stripe.invoices.list({ subscription: subscription.id })).data).toHaveLength(1);
  });
});

describe("an immediate cancellation", () => {
  it("an immediate cancellation credits the unused time with prorate and invoices it with invoice_now", async () => {
    const { stripe, subscription, travel, customer } = await createTestSubscription();
    await travel(15 * day);
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true });
    const { balance } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(balance).toBeLessThan(-850);
    expect(balance).toBeGreaterThan(-1050);
  });
});
