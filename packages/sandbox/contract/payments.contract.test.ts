import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connectToStripe, type StripeConnection } from "./connect-to-stripe.ts";
import { findDeviations } from "./official-keys.ts";

let connection: StripeConnection;
let stripe: Stripe;
beforeAll(async () => void ({ stripe } = connection = await connectToStripe()));
afterAll(() => connection.close());

/** Pays $30 with one of Stripe's test payment methods. `settle` lets an hour pass. */
async function createPayment(card?: string) {
  const { clock, customer } = await connection.createCustomerAt("2027-06-01", card);
  await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: (await connection.createPrice(3000)).id }],
  });
  const read = async () => {
    const { data } = await stripe.charges.list({
      customer: customer.id,
      expand: ["data.balance_transaction", "data.refunds.data.balance_transaction", "data.review"],
    });
    return data[0]!;
  };
  return {
    id: (await read()).id,
    read,
    settle: () => connection.advanceClock(clock.id, "2027-06-01T01:00:00Z"),
  };
}

const hasFailed = ({ status }: Stripe.Refund) => status === "failed";

describe("a payment", () => {
  it("a payment has fee and net in its balance transaction, at the latest a moment after it succeeded", async () => {
    const { read, settle } = await createPayment();
    await settle();
    const charge = await connection.pollUntil(read, (paid) => paid.balance_transaction !== null);
    const movement = charge.balance_transaction as Stripe.BalanceTransaction;
    expect(movement).toMatchObject({ type: "charge", source: charge.id });
    expect(movement.fee).toBeGreaterThan(0);
    expect(movement.net).toBe(movement.amount - movement.fee);
    expect(charge.review).toBeNull();
    expect(findDeviations(charge)).toEqual([]);
  });

  it("a payment has a refund without a fee, expanded in the list of charges", async () => {
    const { id, read, settle } = await createPayment();
    await settle();
    await stripe.refunds.create({ charge: id, amount: 1000 });
    const { refunds } = await read();
    const movement = refunds!.data[0]!.balance_transaction as Stripe.BalanceTransaction;
    expect(movement).toMatchObject({ type: "refund", fee: 0 });
    expect(movement.net).toBeLessThan(0);
    expect(findDeviations(movement)).toEqual([]);
  });
});

describe("a refund that fails", () => {
  it("a failed refund is in the refunds of its charge, although the charge's amount stays refunded", async () => {
    const { id, read, settle } = await createPayment("pm_card_refundFail");
    await stripe.refunds.create({ charge: id });
    await settle();
    const charge = await connection.pollUntil(read, (paid) => paid.refunds!.data.some(hasFailed));
    expect(charge.refunds!.data.map(({ status }) => status)).toEqual(["failed"]);
    expect([0, 3000]).toContain(charge.amount_refunded);
  });

  it("a refund that fails can be made again", async () => {
    const { id, read, settle } = await createPayment("pm_card_refundFail");
    await stripe.refunds.create({ charge: id });
    await settle();
    await connection.pollUntil(read, (paid) => paid.refunds!.data.some(hasFailed));
    await stripe.refunds.create({ charge: id });
    expect((await read()).refunds!.data).toHaveLength(2);
  });
});

describe("an early fraud warning", () => {
  it("an early fraud warning names the charge and the payment intent, and no customer", async () => {
    const { id, read, settle } = await createPayment("pm_card_createIssuerFraudRecord");
    await settle();
    const { data } = await connection.pollUntil(
      () => stripe.radar.earlyFraudWarnings.list({ charge: id }),
      (found) => found.data.length > 0,
    );
    expect(data[0]).toMatchObject({
      object: "radar.early_fraud_warning",
      actionable: true,
      charge: id,
      payment_intent: (await read()).payment_intent,
    });
    expect(data[0]).not.toHaveProperty("customer");
    expect(findDeviations(data[0])).toEqual([]);
  });
});

it("a dispute has its movements on the balance, with a fee", async () => {
  const { id, read } = await createPayment("pm_card_createDispute");
  await connection.pollUntil(read, ({ disputed }) => disputed);
  const { data } = await connection.pollUntil(
    () => stripe.disputes.list({ charge: id }),
    ({ data: found }) => (found[0]?.balance_transactions.length ?? 0) > 0,
  );
  const [withdrawal] = data[0]!.balance_transactions;
  expect(withdrawal).toMatchObject({ type: "adjustment", reporting_category: "dispute" });
  expect(withdrawal!.net).toBe(withdrawal!.amount - withdrawal!.fee);
  expect(findDeviations(data[0])).toEqual([]);
});

it("lists of payouts can be narrowed by time", async () => {
  const { data } = await stripe.payouts.list({ created: { gte: 1 }, limit: 3 });
  for (const { object, amount, status } of data)
    expect({ object, amount: typeof amount, status }).toEqual({
      object: "payout",
      amount: "number",
      status: expect.stringMatching(/^(paid|pending|in_transit|canceled|failed)$/),
    });
});
