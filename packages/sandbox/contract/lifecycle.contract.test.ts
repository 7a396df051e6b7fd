import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, toUnixSeconds, type StripeConnection } from "./connect-to-stripe.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

/** Creates a subscription at $30 a month from June 1. June has 30 days. */
async function createTestSubscription(
  params: Partial<Stripe.SubscriptionCreateParams> = {},
  card?: string,
) {
  const { clock, customer } = await connection.createCustomerAt("2027-06-01", card);
  const price = await connection.createPrice(3000);
  const subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    ...params,
  });
  return {
    clock: clock.id,
    customer: customer.id,
    price,
    id: subscription.id,
    subscription,
    item: subscription.items.data[0]!.id,
    read: (expand: string[] = []) => stripe.subscriptions.retrieve(subscription.id, { expand }),
  };
}

async function attachFailingCard(customer: string): Promise<void> {
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: bad.id },
  });
}

describe("a renewal", () => {
  it("a renewal is a draft invoice at first, then paid, and the items have the new period", async () => {
    const { clock, read, subscription } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-07-01T00:10:00Z");
    const renewed = await read(["latest_invoice"]);
    expect(renewed.latest_invoice).toMatchObject({
      status: "draft",
      billing_reason: "subscription_cycle",
      amount_due: 3000,
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(renewed.items.data[0]).toMatchObject({
      current_period_start: toUnixSeconds("2027-07-01"),
      current_period_end: toUnixSeconds("2027-08-01"),
    });
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    expect((await read(["latest_invoice"])).latest_invoice).toMatchObject({
      status: "paid",
      amount_paid: 3000,
    });
  });

  it("a failed renewal makes the subscription past_due immediately and schedules a retry", async () => {
    const { clock, customer, read } = await createTestSubscription();
    await attachFailingCard(customer);
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    const overdue = await read(["latest_invoice"]);
    expect(overdue).toMatchObject({
      status: "past_due",
      latest_invoice: { status: "open", attempt_count: 1, amount_remaining: 3000 },
    });
    const { next_payment_attempt: next } = overdue.latest_invoice as Stripe.Invoice;
    expect(next).toBeGreaterThan(toUnixSeconds("2027-07-01T02:00:00Z"));
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.invoices.pay((overdue.latest_invoice as Stripe.Invoice).id, {
      payment_method: good.id,
    });
    expect((await read()).status).toBe("active");
  });

  it("a renewal does not happen after a scheduled cancellation", async () => {
    const { clock, id, read, customer } = await createTestSubscription();
    const planned = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(planned).toMatchObject({
      status: "active",
      cancel_at: toUnixSeconds("2027-07-01"),
      cancellation_details: { reason: "cancellation_requested" },
    });
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    expect(await read()).toMatchObject({
      status: "canceled",
      ended_at: toUnixSeconds("2027-07-01"),
    });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it("a renewal is voided while collection is paused with behavior void, and the status stays active", async () => {
    const { clock, id, read } = await createTestSubscription();
    await stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    expect(await read(["latest_invoice"])).toMatchObject({
      status: "active",
      latest_invoice: { status: "void" },
    });
    const resumed = await stripe.subscriptions.update(id, { pause_collection: "" });
    expect(resumed.pause_collection).toBeNull();
  });
});

describe("a trial", () => {
  it("a trial is free, and the first paid period starts when it ends", async () => {
    const { clock, read, subscription } = await createTestSubscription({ trial_period_days: 7 });
    expect(subscription).toMatchObject({
      status: "trialing",
      trial_end: toUnixSeconds("2027-06-08"),
    });
    await connection.advanceClock(clock, "2027-06-08T02:00:00Z");
    const running = await read(["latest_invoice"]);
    expect(running).toMatchObject({ status: "active", latest_invoice: { amount_paid: 3000 } });
    expect(running.items.data[0]?.current_period_end).toBe(toUnixSeconds("2027-07-08"));
  });

  it.each([
    ["pause", "paused"],
    ["cancel", "canceled"],
  ] as const)(
    "a trial that ends without a card and with %s makes the subscription %s",
    async (missing, status) => {
      const { clock, customer } = await connection.createCustomerAt("2027-06-01", null);
      const { id } = await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: (await connection.createPrice(3000)).id }],
        trial_period_days: 7,
        trial_settings: { end_behavior: { missing_payment_method: missing } },
      });
      await connection.advanceClock(clock.id, "2027-06-08T02:00:00Z");
      expect((await stripe.subscriptions.retrieve(id)).status).toBe(status);
    },
  );
});

describe("a first payment that fails", () => {
  it("a first payment that fails leaves the subscription incomplete, and it expires after 23 hours", async () => {
    const { clock, read, subscription } = await createTestSubscription(
      {},
      "pm_card_chargeCustomerFail",
    );
    expect(subscription.status).toBe("incomplete");
    await connection.advanceClock(clock, "2027-06-02T00:00:00Z");
    expect((await read()).status).toBe("incomplete_expired");
  });

  it("402 with error_if_incomplete", async () => {
    await expect(
      createTestSubscription(
        { payment_behavior: "error_if_incomplete" },
        "pm_card_chargeCustomerFail",
      ),
    ).rejects.toMatchObject({ statusCode: 402, type: "StripeCardError", code: "card_declined" });
  });
});

describe("a change of plan", () => {
  const amounts = ({ lines }: Stripe.Invoice) =>
    lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b);

  it("a change of plan costs what the preview showed", async () => {
    const { clock, id, item } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-06-11");
    const large = await connection.createPrice(6000);
    const change = {
      items: [{ id: item, price: large.id }],
      proration_behavior: "always_invoice" as const,
      proration_date: toUnixSeconds("2027-06-11"),
    };
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: change,
    });
    expect(preview).toMatchObject({ total: 2000, amount_due: 2000 });
    expect(amounts(preview)).toEqual([-2000, 4000]);
    for (const { parent } of preview.lines.data) {
      expect(parent).toMatchObject({
        type: "subscription_item_details",
        subscription_item_details: { proration: true, subscription: id, subscription_item: item },
      });
    }
    const changed = await stripe.subscriptions.update(id, {
      ...change,
      expand: ["latest_invoice"],
    });
    const invoice = changed.latest_invoice as Stripe.Invoice;
    expect(invoice).toMatchObject({ status: "paid", billing_reason: "subscription_update" });
    expect(amounts(invoice)).toEqual(amounts(preview));
    expect(changed.items.data).toMatchObject([{ id: item, price: { id: large.id } }]);
  });

  it("a change of plan is billed with the next invoice by default", async () => {
    const { clock, id, item, customer, subscription } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-06-11");
    const changed = await stripe.subscriptions.update(id, { items: [{ id: item, quantity: 2 }] });
    expect(changed.latest_invoice).toBe(subscription.latest_invoice);
    const pending = await stripe.invoiceItems.list({ customer, pending: true });
    expect(pending.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      -2000, 4000,
    ]);
  });

  it("a plan change whose payment fails stays pending and keeps the old plan until it is paid", async () => {
    const { clock, id, item, customer, price } = await createTestSubscription();
    await connection.advanceClock(clock, "2027-06-11");
    await attachFailingCard(customer);
    const large = await connection.createPrice(6000);
    const waiting = await stripe.subscriptions.update(id, {
      items: [{ id: item, price: large.id }],
      proration_behavior: "always_invoice",
      payment_behavior: "pending_if_incomplete",
      expand: ["latest_invoice"],
    });
    expect(waiting).toMatchObject({ status: "active", latest_invoice: { status: "open" } });
    expect(waiting.items.data[0]?.price.id).toBe(price.id);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.id).toBe(large.id);
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.invoices.pay((waiting.latest_invoice as Stripe.Invoice).id, {
      payment_method: good.id,
    });
    const applied = await connection.pollUntil(
      () => stripe.subscriptions.retrieve(id),
      ({ pending_update: pending }) => pending === null,
    );
    expect(applied.items.data[0]?.price.id).toBe(large.id);
  });

  it("404 for a preview when no invoice is upcoming", async () => {
    const { id } = await createTestSubscription();
    await expect(
      stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { cancel_at_period_end: true },
      }),
    ).rejects.toMatchObject({ statusCode: 404, code: "invoice_upcoming_none" });
  });
});

describe("currencies and coupons", () => {
  it("400 for a second currency on one customer", async () => {
    const { customer } = await createTestSubscription();
    const euros = await connection.createPrice(900, { currency: "eur" });
    await expect(
      stripe.subscriptions.create({ customer, items: [{ price: euros.id }] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("You cannot combine currencies on a single customer"),
    });
  });

  it("a coupon with duration once discounts only the first invoice", async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
    const { clock, read, subscription } = await createTestSubscription({
      discounts: [{ coupon: coupon.id }],
      expand: ["latest_invoice"],
    });
    expect(subscription.latest_invoice).toMatchObject({ subtotal: 3000, total: 1500 });
    await connection.advanceClock(clock, "2027-07-01T02:00:00Z");
    expect((await read(["latest_invoice"])).latest_invoice).toMatchObject({ total: 3000 });
  });
});

describe("a trial that is refused", () => {
  it("a refused trial can be canceled with a comment, and a card has one fingerprint for two customers", async () => {
    const fingerprints = [];
    for (let count = 0; count < 2; count++) {
      const { id } = await createTestSubscription({ trial_period_days: 14 });
      const { default_payment_method: own, customer } = await stripe.subscriptions.retrieve(id, {
        expand: ["default_payment_method", "customer.invoice_settings.default_payment_method"],
      });
      const shared = (customer as Stripe.Customer).invoice_settings.default_payment_method;
      fingerprints.push(((own ?? shared) as Stripe.PaymentMethod).card?.fingerprint);
      const comment = "The customer had already had a trial.";
      const canceled = await stripe.subscriptions.cancel(id, {
        prorate: false,
        invoice_now: false,
        cancellation_details: { comment },
      });
      expect(canceled).toMatchObject({ status: "canceled", cancellation_details: { comment } });
      expect((await stripe.charges.list({ customer: canceled.customer as string })).data).toEqual(
        [],
      );
    }
    expect(fingerprints[0]).toEqual(expect.any(String));
    expect(fingerprints[1]).toBe(fingerprints[0]);
  });
});
