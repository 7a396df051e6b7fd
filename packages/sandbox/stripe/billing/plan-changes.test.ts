import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const day = 86_400;

/** Creates a $30 monthly subscription that is 10 of 30 days old, and a $60 price to switch to. */
async function createTestSubscription({ quantity = 1 } = {}) {
  const account = createTestAccount(sandbox);
  const { stripe } = account;
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: Date.parse("2026-06-01T00:00:00Z") / 1000,
  });
  const customer = await account.customer("pm_card_visa", clock.id);
  const small = await account.price(3000);
  const large = await account.price(6000);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: small.id, quantity }],
  });
  await stripe.testHelpers.testClocks.advance(clock.id, {
    frozen_time: clock.frozen_time + 10 * day,
  });
  return {
    ...account,
    clock,
    customer,
    small,
    large,
    subscription,
    item: subscription.items.data[0]!,
  };
}

/** Returns the fields of a line that the shop reads. */
function summarizeLine(line: Stripe.InvoiceLineItem) {
  const { proration, subscription_item: item } = line.parent!.subscription_item_details!;
  return { amount: line.amount, proration, item };
}

const attachFailingCard = async (
  { stripe }: Awaited<ReturnType<typeof createTestSubscription>>,
  customer: string,
) => {
  const failingCard = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", {
    customer,
  });
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: failingCard.id },
  });
};

describe("a plan change", () => {
  it("a plan change adds the credit and the debit to the next invoice", async () => {
    const { stripe, subscription, item, large, customer } = await createTestSubscription();
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: large.id }],
    });
    expect(changed.items.data[0]).toMatchObject({
      id: item.id,
      price: { id: large.id },
      current_period_end: item.current_period_end,
    });
    expect(changed.latest_invoice).toBe(subscription.latest_invoice);
    const pending = await stripe.invoiceItems.list({ customer: customer.id, pending: true });
    expect(pending.data.map(({ amount, proration }) => [amount, proration])).toEqual([
      [4000, true],
      [-2000, true],
    ]);
    expect(pending.data[1]?.proration_details?.credited_items).toMatchObject({
      type: "invoice_line_items",
      invoice_line_item_details: { invoice: subscription.latest_invoice },
    });
  });

  it("a plan change is invoiced and charged immediately with always_invoice", async () => {
    const { stripe, subscription, item, large } = await createTestSubscription();
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: large.id }],
      proration_behavior: "always_invoice",
      expand: ["latest_invoice"],
    });
    expect(changed.latest_invoice).toMatchObject({
      billing_reason: "subscription_update",
      status: "paid",
      amount_paid: 2000,
      parent: { subscription_details: { subscription: subscription.id } },
    });
    const { lines } = changed.latest_invoice as Stripe.Invoice;
    expect(lines.data.map(summarizeLine)).toEqual([
      { amount: -2000, proration: true, item: item.id },
      { amount: 4000, proration: true, item: item.id },
    ]);
  });

  it("a change without prorations bills nothing, and a later one credits only what was paid", async () => {
    const { stripe, subscription, item, large, small, customer } = await createTestSubscription();
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: large.id }],
      proration_behavior: "none",
    });
    expect((await stripe.invoiceItems.list({ customer: customer.id })).data).toEqual([]);
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: small.id }],
    });
    const pending = await stripe.invoiceItems.list({ customer: customer.id });
    expect(pending.data.map(({ amount }) => amount)).toEqual([2000, -2000]);
  });

  it("a smaller quantity credits the customer's balance, which pays for the next invoice", async () => {
    const { stripe, subscription, item, customer, clock } = await createTestSubscription({
      quantity: 3,
    });
    await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, quantity: 1 }],
      proration_behavior: "always_invoice",
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ balance: -4000 });
    await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: item.current_period_end + 7200,
    });
    const [renewal] = (await stripe.invoices.list({ subscription: subscription.id })).data;
    expect(renewal).toMatchObject({
      billing_reason: "subscription_cycle",
      status: "paid",
      total: 3000,
      amount_due: 0,
      starting_balance: -4000,
      ending_balance: -1000,
    });
  });

  it("a plan change credits each debit once, however often the quantity changes", async () => {
    const { stripe, subscription, item, customer } = await createTestSubscription();
    for (const quantity of [2, 3, 1]) {
      await stripe.subscriptions.update(subscription.id, { items: [{ id: item.id, quantity }] });
    }
    const pending = await stripe.invoiceItems.list({ customer: customer.id });
    const sum = pending.data.reduce((total, { amount }) => total + amount, 0);
    expect(sum).toBe(0);
    expect(pending.data.map(({ amount }) => amount)).toEqual([
      2000, -6000, 6000, -4000, 4000, -2000,
    ]);
  });

  it("a plan change adds and removes items", async () => {
    const { stripe, subscription, item, large } = await createTestSubscription();
    const both = await stripe.subscriptions.update(subscription.id, {
      items: [{ price: large.id, quantity: 2 }],
      proration_behavior: "always_invoice",
      expand: ["latest_invoice"],
    });
    expect(both.items.data.map(({ price, quantity }) => [price.id, quantity])).toContainEqual([
      large.id,
      2,
    ]);
    expect(both.latest_invoice).toMatchObject({ total: 8000 });
    const one = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, deleted: true }],
    });
    expect(one.items.data.map(({ price }) => price.id)).toEqual([large.id]);
    await expect(
      stripe.subscriptions.update(subscription.id, {
        items: [{ id: one.items.data[0]!.id, deleted: true }],
      }),
    ).rejects.toMatchObject({ param: "items" });
  });

  it("a change to another interval starts a new period and bills it immediately", async () => {
    const { stripe, subscription, item, small, clock } = await createTestSubscription();
    const yearly = await stripe.prices.create({
      product: small.product as string,
      currency: "usd",
      unit_amount: 30_000,
      recurring: { interval: "year" },
    });
    const changed = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: yearly.id }],
      expand: ["latest_invoice"],
    });
    expect(changed.billing_cycle_anchor).toBe(clock.frozen_time + 10 * day);
    expect(changed.latest_invoice).toMatchObject({ status: "paid", total: 28_000 });
    expect(changed.items.data[0]?.current_period_end).toBe(
      Date.parse("2027-06-11T00:00:00Z") / 1000,
    );
  });

  it("a plan change costs nothing during a trial", async () => {
    const account = createTestAccount(sandbox);
    const { id: customer } = await account.customer();
    const small = await account.price(3000);
    const large = await account.price(6000);
    const trial = await account.stripe.subscriptions.create({
      customer,
      items: [{ price: small.id }],
      trial_period_days: 7,
    });
    const changed = await account.stripe.subscriptions.update(trial.id, {
      items: [{ id: trial.items.data[0]!.id, price: large.id }],
      proration_behavior: "always_invoice",
    });
    expect(changed).toMatchObject({ status: "trialing", latest_invoice: trial.latest_invoice });
    const ended = await account.stripe.subscriptions.update(trial.id, {
      trial_end: "now",
      expand: ["latest_invoice"],
    });
    expect(ended).toMatchObject({ status: "active", latest_invoice: { amount_paid: 6000 } });
  });
});

describe("an upgrade whose payment fails", () => {
  const upgrade = { proration_behavior: "always_invoice" } as const;

  it("an upgrade whose payment fails returns a 402 and changes nothing with error_if_incomplete", async () => {
    const account = await createTestSubscription();
    const { stripe, subscription, item, large, small, customer } = account;
    await attachFailingCard(account, customer.id);
    await expect(
      stripe.subscriptions.update(subscription.id, {
        ...upgrade,
        items: [{ id: item.id, price: large.id }],
        payment_behavior: "error_if_incomplete",
      }),
    ).rejects.toMatchObject({ statusCode: 402, code: "card_declined" });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after).toMatchObject({ status: "active", latest_invoice: subscription.latest_invoice });
    expect(after.items.data[0]?.price.id).toBe(small.id);
  });

  it("an upgrade whose payment fails is applied by default, and the subscription becomes past due", async () => {
    const account = await createTestSubscription();
    const { stripe, subscription, item, large, customer } = account;
    await attachFailingCard(account, customer.id);
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...upgrade,
      items: [{ id: item.id, price: large.id }],
      expand: ["latest_invoice"],
    });
    expect(changed).toMatchObject({ status: "past_due", latest_invoice: { status: "open" } });
    expect(changed.items.data[0]?.price.id).toBe(large.id);
  });

  it("a failed upgrade stays pending with pending_if_incomplete, and is applied when it is paid", async () => {
    const account = await createTestSubscription();
    const { stripe, subscription, item, large, small, customer, events } = account;
    const good = customer.invoice_settings.default_payment_method as string;
    await attachFailingCard(account, customer.id);
    const pending = await stripe.subscriptions.update(subscription.id, {
      ...upgrade,
      items: [{ id: item.id, price: large.id }],
      payment_behavior: "pending_if_incomplete",
    });
    expect(pending.status).toBe("active");
    expect(pending.items.data[0]?.price.id).toBe(small.id);
    expect(pending.pending_update?.subscription_items?.[0]?.price.id).toBe(large.id);
    await stripe.invoices.pay(pending.latest_invoice as string, { payment_method: good });
    const applied = await stripe.subscriptions.retrieve(subscription.id);
    expect(applied.pending_update).toBeNull();
    expect(applied.items.data[0]?.price.id).toBe(large.id);
    expect((await events()).map(({ type }) => type)).toContain(
      "customer.subscription.pending_update_applied",
    );
  });

  it("an upgrade whose payment fails is discarded after 23 hours, and its invoice is voided", async () => {
    const account = await createTestSubscription();
    const { stripe, subscription, item, large, small, customer, clock, events } = account;
    await attachFailingCard(account, customer.id);
    const pending = await stripe.subscriptions.update(subscription.id, {
      ...upgrade,
      items: [{ id: item.id, price: large.id }],
      payment_behavior: "pending_if_incomplete",
    });
    await stripe.testHelpers.testClocks.advance(clock.id, {
      frozen_time: clock.frozen_time + 11 * day,
    });
    const after = await stripe.subscriptions.retrieve(subscription.id);
    expect(after).toMatchObject({ status: "active", pending_update: null });
    expect(after.items.data[0]?.price.id).toBe(small.id);
    const invoice = await stripe.invoices.retrieve(pending.latest_invoice as string);
    expect(invoice.status).toBe("void");
    expect((await events()).map(({ type }) => type)).toContain(
      "customer.subscription.pending_update_expired",
    );
  });

  it("emits no pending_update_applied event when the payment succeeds immediately", async () => {
    const { stripe, subscription, item, large, events } = await createTestSubscription();
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...upgrade,
      items: [{ id: item.id, price: large.id }],
      payment_behavior: "pending_if_incomplete",
    });
    expect(changed.pending_update).toBeNull();
    expect(changed.items.data[0]?.price.id).toBe(large.id);
    expect((await events()).map(({ type }) => type)).not.toContain(
      "customer.subscription.pending_update_applied",
    );
  });
});

describe("an invoice preview", () => {
  it("an invoice preview shows the same lines as the actual change", async () => {
    const { stripe, subscription, item, large, clock } = await createTestSubscription();
    const change = {
      items: [{ id: item.id, price: large.id }],
      proration_behavior: "always_invoice" as const,
      proration_date: clock.frozen_time + 10 * day,
    } satisfies Stripe.SubscriptionUpdateParams;
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: change,
    });
    expect(preview.id).toMatch(/^upcoming_in_/);
    expect(preview).toMatchObject({
      status: "draft",
      amount_due: 2000,
      total: 2000,
      billing_reason: "subscription_update",
      parent: {
        subscription_details: { subscription_proration_date: change.proration_date },
      },
    });
    expect((await stripe.invoices.list()).data).toHaveLength(1);
    const changed = await stripe.subscriptions.update(subscription.id, {
      ...change,
      expand: ["latest_invoice"],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(invoice.lines.data.map(summarizeLine)).toEqual(preview.lines.data.map(summarizeLine));
  });

  it("the preview of a change billed later shows the next invoice with the prorations", async () => {
    const { stripe, subscription, item, large } = await createTestSubscription();
    const preview = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: [{ id: item.id, price: large.id }] },
    });
    expect(preview.lines.data.map(summarizeLine)).toEqual([
      { amount: -2000, proration: true, item: item.id },
      { amount: 4000, proration: true, item: item.id },
      { amount: 6000, proration: false, item: item.id },
    ]);
    const plain = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, price: large.id }],
        proration_behavior: "none",
      },
    });
    expect(plain.lines.data.map(summarizeLine)).toEqual([
      { amount: 6000, proration: false, item: item.id },
    ]);
  });

  it("an invoice preview shows the next renewal or a final credit, or 404 if the subscription will end", async () => {
    const { stripe, subscription, item } = await createTestSubscription();
    const next = await stripe.invoices.createPreview({ subscription: subscription.id });
    expect(next.lines.data[0]).toMatchObject({
      amount: 3000,
      period: { start: item.current_period_end },
    });
    const end = await stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { cancel_now: true },
    });
    expect(end).toMatchObject({ total: -2000, amount_due: 0 });
    await expect(
      stripe.invoices.createPreview({
        subscription: subscription.id,
        subscription_details: { cancel_at_period_end: true },
      }),
    ).rejects.toMatchObject({ statusCode: 404, code: "invoice_upcoming_none" });
  });

  it("an invoice preview shows the first invoice of a new subscription", async () => {
    const { stripe, price, customer } = createTestAccount(sandbox);
    const { id } = await customer();
    const preview = await stripe.invoices.createPreview({
      customer: id,
      subscription_details: { items: [{ price: (await price(1900)).id, quantity: 2 }] },
    });
    expect(preview).toMatchObject({ total: 3800, currency: "usd" });
  });
});
