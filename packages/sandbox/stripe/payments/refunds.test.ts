import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { openAccount, openSandbox } from "../../testing/test-account.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await openSandbox()));
afterAll(() => sandbox.stop());

/** An account with one paid order. */
async function sold(card?: string) {
  const account = openAccount(sandbox);
  const session = await account.openCheckout();
  const { body } = await account.pay(session.id, card);
  const intent = body.payment_intent as string;
  const charge = async () =>
    (await account.stripe.paymentIntents.retrieve(intent, { expand: ["latest_charge"] }))
      .latest_charge as Stripe.Charge;
  return { ...account, intent, charge };
}

describe("a refund", () => {
  it("of parts adds up on the charge until all is back", async () => {
    const { stripe, intent, charge, events } = await sold();
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
    const told = (await events()).map(({ type }) => type).filter((type) => type.includes("refund"));
    expect(told).toEqual([
      "charge.refunded",
      "refund.created",
      "charge.refunded",
      "refund.created",
    ]);
    expect(
      (await stripe.refunds.list({ payment_intent: intent })).data.map(({ amount }) => amount),
    ).toEqual([2000, 900]);
  });

  it("of more than was paid is refused", async () => {
    const { stripe, intent } = await sold();
    await expect(
      stripe.refunds.create({ payment_intent: intent, amount: 2901 }),
    ).rejects.toMatchObject({ param: "amount" });
    await expect(stripe.refunds.create({ amount: 1 })).rejects.toMatchObject({ statusCode: 400 });
  });

  it("that fails later takes its amount off again", async () => {
    const { stripe, intent, charge, control, events } = await sold("4000000000005126");
    const { id, status } = await stripe.refunds.create({ payment_intent: intent });
    expect(status).toBe("succeeded");
    await control("clock", { advanceSeconds: 60 });
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: "failed" });
    expect(await charge()).toMatchObject({ amount_refunded: 0, refunded: false });
    expect((await events()).at(-1)?.type).toBe("refund.failed");
  });

  it("can be pending first", async () => {
    const { stripe, intent, control, events } = await sold("4000000000007726");
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
  it("follows the sale of a card that is always disputed, and bars refunds", async () => {
    const { stripe, intent, charge, events } = await sold("4000000000000259");
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    expect(dispute).toMatchObject({ status: "needs_response", amount: 2900, reason: "fraudulent" });
    expect((await charge()).disputed).toBe(true);
    const told = (await events()).map(({ type }) => type);
    expect(told.indexOf("checkout.session.completed")).toBeLessThan(
      told.indexOf("charge.dispute.created"),
    );
    await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({
      code: "charge_disputed",
    });
  });

  it.each(["won", "lost", "warning_closed"])(
    "can be opened on any charge and be %s",
    async (outcome) => {
      const { charge, control, events } = await sold();
      const opened = await control<Stripe.Dispute>("disputes", { charge: (await charge()).id });
      const closed = await control<Stripe.Dispute>(`disputes/${opened.body.id}/close`, { outcome });
      expect(closed.body.status).toBe(outcome);
      const told = (await events()).map(({ type }) => type);
      expect(told).toContain("charge.dispute.closed");
      expect(told.includes("charge.dispute.funds_reinstated")).toBe(outcome !== "lost");
    },
  );
});
