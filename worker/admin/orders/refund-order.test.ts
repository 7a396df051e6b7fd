import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import type { NewProduct } from "../products/schema.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { refundOrder } from "./refund-order.ts";
import { showOrder } from "./show-order.ts";

const reason = "requested_by_customer";

/** Creates a user with one paid order, and a team member who views it. */
async function openOrder(shop: TestShop, product: Partial<NewProduct> = {}) {
  const { userId, customerId, product: sold } = await payForNewProduct(shop, product);
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await sync();
  const [order] = await listOrders(shop.ctx(), { userId });
  const id = order!.id;
  return {
    id,
    userId,
    product: sold,
    sync,
    team,
    refund: (refundedMinor: number, amountMinor?: number) =>
      refundOrder(team, { id, refundedMinor, amountMinor, reason }),
    show: () => showOrder(team, { id }),
    refundsAtStripe: async () =>
      (await shop.ctx().stripe.refunds.list({ payment_intent: order!.stripePaymentIntentId! }))
        .data,
    entries: async () => (await listAuditEntries(team, { targetId: id })).items,
    charge: async () => (await shop.ctx().stripe.charges.list()).data[0]!,
  };
}

type Opened = Awaited<ReturnType<typeof openOrder>>;

describe("refunding an order", () => {
  it("a partial refund keeps access, a full one revokes it, and both are audited", async () => {
    const shop = openTestShop();
    const order = await openOrder(shop);
    await order.refund(0, 1000);
    expect(await order.show()).toMatchObject({
      status: "partially_refunded",
      refundedMinor: 1000,
      access: { active: true },
      refund: { refundableMinor: 1900, refusal: null },
      payment: { refundedMinor: 1000, refunds: [{ amountMinor: 1000, status: "succeeded" }] },
    });
    await order.refund(1000);
    expect(await order.show()).toMatchObject({
      status: "refunded",
      refundedMinor: 2900,
      access: { active: false, reason: "order_refunded" },
      benefits: [{ isInForce: false }],
      refund: { refundableMinor: 0, refusal: "refunded" },
    });
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_refunded"]);
    expect((await order.entries()).map(({ after }) => after?.["refundedMinor"]).toSorted()).toEqual(
      [1000, 2900],
    );
  });

  it.each([
    [
      "one after the other",
      async (order: Opened) => [await order.refund(0), await order.refund(0)],
    ],
    ["concurrently", (order: Opened) => Promise.all([order.refund(0, 500), order.refund(0, 500)])],
    [
      "in parts, one after the other",
      async (order: Opened) => [await order.refund(0, 500), await order.refund(0, 500)],
    ],
  ])("the same request twice, %s, creates one refund and one audit entry", async (_, click) => {
    const order = await openOrder(openTestShop());
    await click(order);
    expect(await order.refundsAtStripe()).toHaveLength(1);
    expect(await order.entries()).toHaveLength(1);
  });

  it("the same amount requested after the first refund creates a second one", async () => {
    const order = await openOrder(openTestShop());
    await order.refund(0, 500);
    await order.refund(500, 500);
    expect(await order.refundsAtStripe()).toHaveLength(2);
    expect((await order.show()).refundedMinor).toBe(1000);
  });

  it("a refund that succeeded despite a 500 response is found", async () => {
    const shop = openTestShop();
    const order = await openOrder(shop);
    const fault = { match: "POST /v1/refunds", times: 1, status: 500, afterCommit: true };
    await shop.control("faults", fault);
    await order.refund(0, 500);
    expect(await order.refundsAtStripe()).toHaveLength(1);
    expect((await order.show()).refundedMinor).toBe(500);
    expect(await order.entries()).toMatchObject([{ action: "order.refunded" }]);
  });

  it("after Stripe failed without a refund, the next attempt uses a new idempotency key", async () => {
    const shop = openTestShop();
    const order = await openOrder(shop);
    await shop.control("faults", { match: "POST /v1/refunds", times: 3, status: 500 });
    await expect(order.refund(0, 500)).rejects.toMatchObject({ code: "stripe_unavailable" });
    await shop.control("faults", { match: "POST /v1/refunds", times: 0, status: 500 });
    await order.refund(0, 500);
    expect(await order.refundsAtStripe()).toHaveLength(1);
  });

  it("an amount above what is left is refused at amountMinor", async () => {
    const order = await openOrder(openTestShop());
    await order.refund(0, 1000);
    await expect(order.refund(1000, 1901)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "amountMinor" }],
    });
    expect(await order.refundsAtStripe()).toHaveLength(1);
  });

  it("a refund made at Stripe in the meantime makes the request outdated", async () => {
    const shop = openTestShop();
    const order = await openOrder(shop);
    await shop.ctx().stripe.refunds.create({ charge: (await order.charge()).id, amount: 2000 });
    await expect(order.refund(0, 500)).rejects.toMatchObject({ code: "refund_outdated" });
  });

  it("a disputed payment is refused, even before the dispute is synced", async () => {
    const shop = openTestShop();
    const order = await openOrder(shop);
    await shop.control<Stripe.Dispute>("disputes", { charge: (await order.charge()).id });
    await expect(order.refund(0)).rejects.toMatchObject({ code: "payment_disputed" });
    await order.sync();
    await expect(order.refund(0)).rejects.toMatchObject({ code: "payment_disputed" });
    expect((await order.show()).refund.refusal).toBe("disputed");
  });

  it.each([
    ["jpy", 2900, 1000],
    ["bhd", 29000, 1000],
  ])("amounts in %s are in Stripe's minor units", async (currency, amountMinor, part) => {
    const order = await openOrder(openTestShop(), {
      prices: [{ type: "one_time", amountMinor, currency }],
    });
    await order.refund(0, part);
    expect(await order.show()).toMatchObject({
      currency,
      refundedMinor: part,
      refund: { refundableMinor: amountMinor - part },
    });
  });

  it("an amount that the currency does not allow is refused at amountMinor", async () => {
    const order = await openOrder(openTestShop(), {
      prices: [{ type: "one_time", amountMinor: 29000, currency: "bhd" }],
    });
    await expect(order.refund(0, 1005)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "amountMinor" }],
    });
  });

  it("a free order cannot be refunded", async () => {
    const order = await openOrder(openTestShop(), {
      prices: [{ type: "one_time", amountMinor: 0, currency: "usd" }],
    });
    await expect(order.refund(0)).rejects.toMatchObject({ code: "not_refundable" });
    expect((await order.show()).refund.refusal).toBe("free");
  });
});

it("the order page shows what a refund would revoke and what a gift would keep", async () => {
  const shop = openTestShop();
  const order = await openOrder(shop, {
    benefits: [{ type: "feature", name: "Exports", settings: {} }],
  });
  expect((await order.show()).refund.effect).toMatchObject({
    loses: [{ name: "Exports" }],
    keeps: [],
  });
  await createGift(order.team, { userId: order.userId, productId: order.product.id, note: "x" });
  const { effect } = (await order.show()).refund;
  expect(effect.loses).toEqual([]);
  expect(effect.keeps).toMatchObject([
    { name: "Exports", through: [{ type: "gift", productId: order.product.id }] },
  ]);
});

it("an unknown order is not found", async () => {
  const shop = openTestShop();
  const id = `ord_${"0".repeat(26)}`;
  await expect(showOrder(shop.ctx(), { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(refundOrder(shop.ctx(), { id, refundedMinor: 0, reason })).rejects.toMatchObject({
    code: "not_found",
  });
});
