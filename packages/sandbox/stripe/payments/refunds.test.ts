import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

/** Creates an account with one paid order. */
async function createPaidOrder(card?: string) {
  const account = createTestAccount(sandbox);
  const session = await account.openCheckout();
  const { body } = await account.pay(session.id, card);
  const intent = body.payment_intent as string;
  const charge = async () =>
    (await account.stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] }))
      .latest_charge as Stripe.Charge;
  return { ...account, intent, charge };
}

describe("a refund", () => {
  it("partial refunds add up on the charge until it is fully refunded", async () => {
    const { stripe, intent, charge, events } = await createPaidOrder();
    await stripe.refunds.create({
      payment_intent: intent,
      amount: 900,
      reason: "requested_by_customer",
      metadata: { why: "half" },
    });
    expect(await charge()).toMatchObject({ amount_refunded: 900, refunded: false });
    await stripe.refunds.create({ payment_intent: intent });
    expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_already_refunded",
    });
    const eventTypes = (await events())
      .map(({ type }) => type)
      .filter((type) => type.includes("refund"));
    expect(eventTypes).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.created",
      "charge.refunded",
    ]);
    expect(
      (await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount),
    ).toEqual([2000, 900]);
  });

  it("400 for more than was paid", async () => {
    const { stripe, intent } = await createPaidOrder();
    await expect(
      stripe.refunds.create({ payment_intent: intent, amount: 2901 }),
    ).rejects.toMatchObject({ param: "amount" });
    await expect(stripe.refunds.create({ amount: 1 })).rejects.toMatchObject({ statusCode: 400 });
  });

  it("a refund that fails later stays in the charge's refunded amount, and can be made again", async () => {
    const { stripe, intent, charge, control, events } = await createPaidOrder("4000000000005126");
    const { id, status } = await stripe.refunds.create({ payment_intent: intent });
    expect(status).toBe("succeeded");
    await control("clock", { advanceSeconds: 60 });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "failed" });
    expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
    expect((await events()).at(-1)?.type).toBe("refund.failed");
    await stripe.refunds.create({ payment_intent: intent, amount: 2900 });
    expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
  });

  it("a refund can be pending before it succeeds", async () => {
    const { stripe, intent, control, events } = await createPaidOrder("4000000000007726");
    const { id, status } = await stripe.refunds.create({ payment_intent: intent });
    expect(status).toBe("pending");
    await control("clock", { advanceSeconds: 60 });
    expect((await stripe.refunds.retrieve(id)).status).toBe("succeeded");
    expect((await events()).at(-1)).toMatchObject({
      type: "refund.updated",
      data: { previous_attributes: { status: "pending" } },
    });
  });
});

describe("a dispute", () => {
  it("a dispute is opened after a payment with the dispute test card, and blocks refunds", async () => {
    const { stripe, intent, charge, events } = await createPaidOrder("4000000000000259");
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ status: "needs_response", amount: 2900, reason: "fraudulent" });
    expect((await charge()).disputed).toBe(true);
    const eventTypes = (await events()).map(({ type }) => type);
    expect(eventTypes.indexOf("charge.dispute.created")).toBeLessThan(
      eventTypes.indexOf("payment_intent.succeeded"),
    );
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_disputed",
    });
  });

  it.each(["won", "lost", "warning_closed"])(
    "a dispute can be opened for any charge and be %s",
    async (outcome) => {
      const { charge, control, events } = await createPaidOrder();
      const opened = await control<Stripe.Dispute>("disputes", { charge: (await charge()).id });
      const closed = await control<Stripe.Dispute>(`disputes/${opened.body.id}/close`, { outcome });
      expect(closed.body.status).toBe(outcome);
      const eventTypes = (await events()).map(({ type }) => type);
      expect(eventTypes).toContain("charge.dispute.closed");
      expect(eventTypes.includes("charge.dispute.funds_reinstated")).toBe(outcome !== "lost");
    },
  );
});
