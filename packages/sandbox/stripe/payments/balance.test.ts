import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

/** Creates an account with one payment of $29.00, or another amount and currency. */
async function createPayment(params: { amount?: number; currency?: string; card?: string } = {}) {
  const { card, ...price } = params;
  const account = createTestAccount(sandbox);
  const session = await account.openCheckout(price);
  await account.pay(session.id, card);
  const id = (await account.stripe.charges.list()).data[0]!.id;
  return {
    ...account,
    id,
    charge: () => account.stripe.charges.retrieve(id, { expand: ["balance_transaction"] }),
    settle: () => account.control("clock", { advanceSeconds: 10 }),
    /** Returns type, amount, fee and net of everything on the balance, oldest first. */
    async movements() {
      const { data } = await account.stripe.balanceTransactions.list({ limit: 100 });
      return data.toReversed().map(({ type, amount, fee, net }) => [type, amount, fee, net]);
    },
  };
}

describe("a balance transaction", () => {
  it("a payment's balance transaction comes with its capture, a moment later, with fee and net", async () => {
    const { charge, settle, events } = await createPayment();
    expect((await charge()).balance_transaction).toBeNull();
    await settle();
    expect((await charge()).balance_transaction).toMatchObject({
      object: "balance_transaction",
      amount: 2900,
      fee: 114,
      net: 2786,
      currency: "usd",
      exchange_rate: null,
    });
    expect((await events()).at(-1)).toMatchObject({
      type: "charge.updated",
      data: { previous_attributes: { balance_transaction: null } },
    });
  });

  it.each([
    ["eur", 2900, { currency: "usd", amount: 3190, fee: 155, exchange_rate: 1.1 }],
    ["jpy", 1000, { currency: "usd", amount: 670, fee: 56, exchange_rate: 0.0067 }],
    ["bhd", 2900, { currency: "bhd", amount: 2900, fee: 114, exchange_rate: null }],
  ])(
    "a payment in %s says what is settled, and in which currency",
    async (currency, amount, expected) => {
      const { charge, settle } = await createPayment({ currency, amount });
      await settle();
      expect((await charge()).balance_transaction).toMatchObject(expected);
    },
  );

  it("a failed payment has no balance transaction", async () => {
    const { movements, settle } = await createPayment({ card: "4000000000000002" });
    await settle();
    expect(await movements()).toEqual([]);
  });

  it("a refund takes the amount and keeps the fee; a failed refund brings it back", async () => {
    const { stripe, id, control, settle, movements } = await createPayment();
    await settle();
    const refund = await stripe.refunds.create({
      charge: id,
      expand: ["balance_transaction"],
    });
    expect(refund.balance_transaction).toMatchObject({
      type: "refund",
      net: -2900,
      source: refund.id,
    });
    await control(`refunds/${refund.id}/fail`, {});
    const { data } = await stripe.charges.list({
      expand: [
        "data.refunds.data.balance_transaction",
        "data.refunds.data.failure_balance_transaction",
      ],
    });
    expect(data[0]?.refunds?.data[0]).toMatchObject({
      balance_transaction: { net: -2900 },
      failure_balance_transaction: { net: 2900 },
    });
    expect(await movements()).toEqual([
      ["charge", 2900, 114, 2786],
      ["refund", -2900, 0, -2900],
      ["refund_failure", 2900, 0, 2900],
    ]);
  });

  it("a dispute takes the amount and a fee; winning it brings back the amount alone", async () => {
    const { stripe, id, control, settle, movements } = await createPayment();
    await settle();
    const { body: dispute } = await control<Stripe.Dispute>("disputes", { charge: id });
    await control(`disputes/${dispute.id}/close`, { outcome: "won" });
    expect((await movements()).slice(1)).toEqual([
      ["adjustment", -2900, 1500, -4400],
      ["adjustment", 2900, 0, 2900],
    ]);
    const { balance_transactions: both } = await stripe.disputes.retrieve(dispute.id);
    expect(both.map(({ net }) => net)).toEqual([-4400, 2900]);
  });
});

describe("a payout", () => {
  it("a payout takes the balance, arrives after two days, and can fail after that", async () => {
    const { stripe, control, settle, movements } = await createPayment();
    expect((await control("payouts", {})).status).toBe(400);
    await settle();
    const { body: payout } = await control<Stripe.Payout>("payouts", {});
    expect(payout).toMatchObject({ amount: 2786, status: "in_transit", currency: "usd" });
    expect((await control("payouts", {})).status).toBe(400);
    await control("clock", { advanceSeconds: 2 * 86_400 });
    expect((await stripe.payouts.list({ status: "paid" })).data).toHaveLength(1);
    await control(`payouts/${payout.id}/fail`, {});
    expect(await stripe.payouts.retrieve(payout.id)).toMatchObject({ status: "failed" });
    expect((await movements()).slice(1)).toEqual([
      ["payout", -2786, 0, -2786],
      ["payout_failure", 2786, 0, 2786],
    ]);
  });
});

describe("fraud", () => {
  it("a warning of the card issuer needs action until the payment is refunded in full", async () => {
    const { stripe, id, control, events } = await createPayment();
    const { body: warning } = await control<Stripe.Radar.EarlyFraudWarning>(
      "early-fraud-warnings",
      { charge: id },
    );
    await stripe.refunds.create({ charge: id, amount: 900 });
    expect(await stripe.radar.earlyFraudWarnings.retrieve(warning.id)).toMatchObject({
      actionable: true,
      charge: id,
      fraud_type: "unauthorized_use_of_card",
    });
    await stripe.refunds.create({ charge: id, reason: "fraudulent" });
    const { data } = await stripe.radar.earlyFraudWarnings.list({ charge: id });
    expect(data).toMatchObject([{ id: warning.id, actionable: false }]);
    const types = (await events()).map(({ type }) => type);
    expect(types.filter((type) => type.startsWith("radar"))).toEqual([
      "radar.early_fraud_warning.created",
      "radar.early_fraud_warning.updated",
    ]);
  });

  it.each([
    ["an approval", "approved"],
    ["a refund", "refunded"],
    ["a refund for fraud", "refunded_as_fraud"],
    ["a dispute", "disputed"],
  ])("%s closes a review", async (act, reason) => {
    const { stripe, id, control, events } = await createPayment();
    const { body: review } = await control<Stripe.Review>("reviews", { charge: id });
    expect((await stripe.reviews.list()).data).toMatchObject([{ id: review.id, open: true }]);
    const { data } = await stripe.charges.list({ expand: ["data.review"] });
    expect(data[0]?.review).toMatchObject({ id: review.id, open: true, opened_reason: "rule" });
    if (act === "an approval") await stripe.reviews.approve(review.id);
    else if (act === "a dispute") await control("disputes", { charge: id });
    else
      await stripe.refunds.create({
        charge: id,
        ...(act === "a refund for fraud" && { reason: "fraudulent" as const }),
      });
    expect(await stripe.reviews.retrieve(review.id)).toMatchObject({
      open: false,
      closed_reason: reason,
    });
    expect((await stripe.reviews.list()).data).toEqual([]);
    expect((await events()).map(({ type }) => type)).toContain("review.closed");
  });
});
