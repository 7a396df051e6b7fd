import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findDeviations } from "../../contract/official-keys.ts";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const hour = 3600;
const day = 24 * hour;

/** Creates a subscription as a seller does in the dashboard, to be paid by emailed invoices. */
async function createEmailedSubscription(daysUntilDue = 14) {
  const account = createTestAccount(sandbox);
  const { stripe } = account;
  const customer = await stripe.customers.create({ email: "ann@example.com" });
  const price = await account.price(900);
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    collection_method: "send_invoice",
    days_until_due: daysUntilDue,
  });
  return {
    ...account,
    customer,
    id,
    price,
    subscription: () => stripe.subscriptions.retrieve(id),
    advance: (advanceSeconds: number) => account.control("clock", { advanceSeconds }),
    /** The invoices, oldest first. */
    async invoices() {
      const { data } = await stripe.invoices.list({ subscription: id, expand: ["data.payments"] });
      return data.toReversed();
    },
  };
}

const describePayments = ({ payments }: Stripe.Invoice) =>
  payments!.data.map(({ status, amount_paid: paid, payment }) => [status, paid, payment.type]);

describe("a subscription paid by emailed invoices", () => {
  it("an emailed invoice is a draft for an hour, then open until it is paid, with a due date", async () => {
    const { subscription, invoices, advance, events } = await createEmailedSubscription();
    expect(await subscription()).toMatchObject({
      status: "active",
      collection_method: "send_invoice",
      days_until_due: 14,
    });
    expect(await invoices()).toMatchObject([{ status: "draft", due_date: expect.any(Number) }]);
    await advance(2 * hour);
    const [open] = await invoices();
    expect(open).toMatchObject({
      status: "open",
      attempted: false,
      next_payment_attempt: null,
      due_date: open!.created + 14 * day,
    });
    expect(describePayments(open!)).toEqual([["open", null, "payment_intent"]]);
    const types = (await events()).map(({ type }) => type);
    expect(types).toContain("invoice.sent");
    expect(types).not.toContain("invoice.payment_failed");
  });

  it("the subscription is past due once the due date has passed, and active when it is paid", async () => {
    const { stripe, subscription, invoices, advance } = await createEmailedSubscription();
    await advance(14 * day - hour);
    expect((await subscription()).status).toBe("active");
    await advance(2 * hour);
    expect((await subscription()).status).toBe("past_due");
    const [invoice] = await invoices();
    await stripe.invoices.pay(invoice!.id, { paid_out_of_band: true });
    expect((await subscription()).status).toBe("active");
  });

  it("an emailed invoice that is long overdue ends the subscription, as the account says", async () => {
    const { subscription, advance } = await createEmailedSubscription();
    await advance(46 * day);
    expect((await subscription()).status).toBe("canceled");
  });

  it("an overdue invoice is settled while the next one is not due yet", async () => {
    const { stripe, subscription, invoices, advance } = await createEmailedSubscription(40);
    await advance(41 * day);
    expect((await subscription()).status).toBe("past_due");
    const [first, second] = await invoices();
    expect(second).toMatchObject({ status: "open" });
    await stripe.invoices.pay(first!.id, { paid_out_of_band: true });
    expect((await subscription()).status).toBe("active");
  });

  it("a due date is required with emailed invoices, and refused without", async () => {
    const { stripe, customer, price, id, subscription } = await createEmailedSubscription();
    const items = [{ price: price.id }];
    await expect(
      stripe.subscriptions.create({
        customer: customer.id,
        items,
        collection_method: "send_invoice",
      }),
    ).rejects.toMatchObject({ param: "days_until_due" });
    await expect(
      stripe.subscriptions.create({ customer: customer.id, items, days_until_due: 14 }),
    ).rejects.toMatchObject({ param: "days_until_due" });
    await stripe.subscriptions.update(id, { collection_method: "charge_automatically" });
    expect(await subscription()).toMatchObject({ days_until_due: null });
  });

  it("a change that waits for its payment is refused, because nothing is charged", async () => {
    const { stripe, price, id, subscription } = await createEmailedSubscription();
    const [item] = (await subscription()).items.data;
    await expect(
      stripe.subscriptions.update(id, {
        items: [{ id: item!.id, price: price.id, quantity: 2 }],
        payment_behavior: "pending_if_incomplete",
        proration_behavior: "always_invoice",
      }),
    ).rejects.toMatchObject({ param: "payment_behavior" });
  });
});

describe("writing an invoice off", () => {
  it("a subscription that is past due is active once its latest invoice is marked uncollectible", async () => {
    const { stripe, subscription, invoices, advance } = await createEmailedSubscription();
    await advance(15 * day);
    const [invoice] = await invoices();
    await stripe.invoices.markUncollectible(invoice!.id);
    expect((await subscription()).status).toBe("active");
  });
});

describe("the payments of an invoice", () => {
  it("money from outside is a payment record, after the canceled payment that was waited for", async () => {
    const { stripe, invoices, advance } = await createEmailedSubscription();
    await advance(2 * hour);
    const [open] = await invoices();
    await stripe.invoices.pay(open!.id, { paid_out_of_band: true });
    const [paid] = await invoices();
    expect(paid).toMatchObject({ status: "paid", amount_paid: 900, amount_remaining: 0 });
    expect(describePayments(paid!)).toEqual([
      ["canceled", null, "payment_intent"],
      ["paid", 900, "payment_record"],
    ]);
    const record = paid!.payments!.data[1]!.payment.payment_record as string;
    expect(findDeviations(await stripe.paymentRecords.retrieve(record))).toEqual([]);
    const intent = paid!.payments!.data[0]!.payment.payment_intent as string;
    expect((await stripe.paymentIntents.retrieve(intent)).status).toBe("canceled");
  });

  it("an invoice can be paid in parts: some from outside, the rest by card", async () => {
    const { stripe, subscription, customer, invoices, advance } = await createEmailedSubscription();
    await advance(2 * hour);
    const [open] = await invoices();
    const record = await stripe.paymentRecords.reportPayment({
      amount_requested: { currency: "usd", value: 400 },
      customer_details: { customer: customer.id },
      guaranteed: { guaranteed_at: open!.created },
      initiated_at: open!.created,
      outcome: "guaranteed",
      payment_method_details: { type: "custom", custom: { display_name: "Bank transfer" } },
    });
    const part = await stripe.invoices.attachPayment(open!.id, { payment_record: record.id });
    expect(part).toMatchObject({ status: "open", amount_paid: 400, amount_remaining: 500 });
    const card = await stripe.paymentMethods.attach("pm_card_visa", { customer: customer.id });
    await stripe.invoices.pay(open!.id, { payment_method: card.id });
    const [paid] = await invoices();
    expect(paid).toMatchObject({ status: "paid", amount_paid: 900, amount_remaining: 0 });
    expect(describePayments(paid!)).toEqual([
      ["canceled", null, "payment_intent"],
      ["paid", 400, "payment_record"],
      ["paid", 500, "payment_intent"],
    ]);
    expect((await subscription()).status).toBe("active");
    const filter = { payment: { type: "payment_record", payment_record: record.id } } as const;
    expect((await stripe.invoicePayments.list(filter)).data).toMatchObject([
      { amount_paid: 400, invoice: open!.id },
    ]);
  });
});
