import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, seconds, type Connection } from "./connect-to-stripe.ts";

let connection: Connection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connect()));
afterAll(() => connection.close());

/** Subscribed since June 1 at $30 a month; June has thirty days. */
async function subscribed(params: Partial<Stripe.SubscriptionCreateParams> = {}, card?: string) {
  const { clock, customer } = await connection.customerAt("2027-06-01", card);
  const price = await connection.price(3000);
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

async function breakCard(customer: string): Promise<void> {
  const bad = await stripe.paymentMethods.attach("pm_card_chargeCustomerFail", { customer });
  await stripe.customers.update(customer, {
    invoice_settings: { default_payment_method: bad.id },
  });
}

describe("a renewal", () => {
  it("is a draft at first, then charged, and the items have the new period", async () => {
    const { clock, read, subscription } = await subscribed();
    await connection.travel(clock, "2027-07-01T00:10:00Z");
    const renewed = await read(["latest_invoice"]);
    expect(renewed.latest_invoice).toMatchObject({
      status: "draft",
      billing_reason: "subscription_cycle",
      amount_due: 3000,
      parent: { subscription_details: { subscription: subscription.id } },
    });
    expect(renewed.items.data[0]).toMatchObject({
      current_period_start: seconds("2027-07-01"),
      current_period_end: seconds("2027-08-01"),
    });
    await connection.travel(clock, "2027-07-01T02:00:00Z");
    expect((await read(["latest_invoice"])).latest_invoice).toMatchObject({
      status: "paid",
      amount_paid: 3000,
    });
  });

  it("that fails makes it past_due at once, and plans another attempt", async () => {
    const { clock, customer, read } = await subscribed();
    await breakCard(customer);
    await connection.travel(clock, "2027-07-01T02:00:00Z");
    const overdue = await read(["latest_invoice"]);
    expect(overdue).toMatchObject({
      status: "past_due",
      latest_invoice: { status: "open", attempt_count: 1, amount_remaining: 3000 },
    });
    const { next_payment_attempt: next } = overdue.latest_invoice as Stripe.Invoice;
    expect(next).toBeGreaterThan(seconds("2027-07-01T02:00:00Z"));
    const good = await stripe.paymentMethods.attach("pm_card_visa", { customer });
    await stripe.invoices.pay((overdue.latest_invoice as Stripe.Invoice).id, {
      payment_method: good.id,
    });
    expect((await read()).status).toBe("active");
  });

  it("does not come after a planned end", async () => {
    const { clock, id, read, customer } = await subscribed();
    const planned = await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect(planned).toMatchObject({
      status: "active",
      cancel_at: seconds("2027-07-01"),
      cancellation_details: { reason: "cancellation_requested" },
    });
    await connection.travel(clock, "2027-07-01T02:00:00Z");
    expect(await read()).toMatchObject({
      status: "canceled",
      ended_at: seconds("2027-07-01"),
    });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it("is void while collection is paused so, and the status does not tell", async () => {
    const { clock, id, read } = await subscribed();
    await stripe.subscriptions.update(id, { pause_collection: { behavior: "void" } });
    await connection.travel(clock, "2027-07-01T02:00:00Z");
    expect(await read(["latest_invoice"])).toMatchObject({
      status: "active",
      latest_invoice: { status: "void" },
    });
    const resumed = await stripe.subscriptions.update(id, { pause_collection: "" });
    expect(resumed.pause_collection).toBeNull();
  });
});

describe("a trial", () => {
  it("costs nothing, then becomes a period of its own", async () => {
    const { clock, read, subscription } = await subscribed({ trial_period_days: 7 });
    expect(subscription).toMatchObject({ status: "trialing", trial_end: seconds("2027-06-08") });
    await connection.travel(clock, "2027-06-08T02:00:00Z");
    const running = await read(["latest_invoice"]);
    expect(running).toMatchObject({ status: "active", latest_invoice: { amount_paid: 3000 } });
    expect(running.items.data[0]?.current_period_end).toBe(seconds("2027-07-08"));
  });

  it.each([
    ["pause", "paused"],
    ["cancel", "canceled"],
  ] as const)("without a card and with %s ends %s", async (missing, status) => {
    const { clock, customer } = await connection.customerAt("2027-06-01", null);
    const { id } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: (await connection.price(3000)).id }],
      trial_period_days: 7,
      trial_settings: { end_behavior: { missing_payment_method: missing } },
    });
    await connection.travel(clock.id, "2027-06-08T02:00:00Z");
    expect((await stripe.subscriptions.retrieve(id)).status).toBe(status);
  });
});

describe("a first payment that fails", () => {
  it("leaves the subscription incomplete, and expired after 23 hours", async () => {
    const { clock, read, subscription } = await subscribed({}, "pm_card_chargeCustomerFail");
    expect(subscription.status).toBe("incomplete");
    await connection.travel(clock, "2027-06-02T00:00:00Z");
    expect((await read()).status).toBe("incomplete_expired");
  });

  it("is a 402 with error_if_incomplete", async () => {
    await expect(
      subscribed({ payment_behavior: "error_if_incomplete" }, "pm_card_chargeCustomerFail"),
    ).rejects.toMatchObject({ statusCode: 402, type: "StripeCardError", code: "card_declined" });
  });
});

describe("a change of plan", () => {
  const amounts = ({ lines }: Stripe.Invoice) =>
    lines.data.map(({ amount }) => amount).toSorted((a, b) => a - b);

  it("costs what the preview said", async () => {
    const { clock, id, item } = await subscribed();
    await connection.travel(clock, "2027-06-11");
    const large = await connection.price(6000);
    const change = {
      items: [{ id: item, price: large.id }],
      proration_behavior: "always_invoice" as const,
      proration_date: seconds("2027-06-11"),
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

  it("waits for the next invoice by default", async () => {
    const { clock, id, item, customer, subscription } = await subscribed();
    await connection.travel(clock, "2027-06-11");
    const changed = await stripe.subscriptions.update(id, { items: [{ id: item, quantity: 2 }] });
    expect(changed.latest_invoice).toBe(subscription.latest_invoice);
    const pending = await stripe.invoiceItems.list({ customer, pending: true });
    expect(pending.data.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([
      -2000, 4000,
    ]);
  });

  it("whose payment fails is pending, and leaves the old plan", async () => {
    const { clock, id, item, customer, price } = await subscribed();
    await connection.travel(clock, "2027-06-11");
    await breakCard(customer);
    const large = await connection.price(6000);
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
    const applied = await connection.until(
      () => stripe.subscriptions.retrieve(id),
      ({ pending_update: pending }) => pending === null,
    );
    expect(applied.items.data[0]?.price.id).toBe(large.id);
  });

  it("has no preview where nothing is to come", async () => {
    const { id } = await subscribed();
    await expect(
      stripe.invoices.createPreview({
        subscription: id,
        subscription_details: { cancel_at_period_end: true },
      }),
    ).rejects.toMatchObject({ statusCode: 404, code: "invoice_upcoming_none" });
  });
});

describe("money", () => {
  it("of one customer is in one currency", async () => {
    const { customer } = await subscribed();
    const euros = await connection.price(900, { currency: "eur" });
    await expect(
      stripe.subscriptions.create({ customer, items: [{ price: euros.id }] }),
    ).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining("You cannot combine currencies on a single customer"),
    });
  });

  it("is taken off by a coupon, once", async () => {
    const coupon = await stripe.coupons.create({ percent_off: 50, duration: "once" });
    const { clock, read, subscription } = await subscribed({
      discounts: [{ coupon: coupon.id }],
      expand: ["latest_invoice"],
    });
    expect(subscription.latest_invoice).toMatchObject({ subtotal: 3000, total: 1500 });
    await connection.travel(clock, "2027-07-01T02:00:00Z");
    expect((await read(["latest_invoice"])).latest_invoice).toMatchObject({ total: 3000 });
  });
});
