import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { payForNewProduct, listAccessReasons, monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { runSweep } from "../../sync/sweeps/run-sweep.ts";
import { dismissAlert, listPaymentAlerts, refundAndEnd } from "./alerts.ts";

const alertsOf = async (shop: TestShop, userId: string) =>
  (await listPaymentAlerts(shop.ctx())).alerts.filter(({ user }) => user.id === userId);

async function buyProduct(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const charge = (await shop.ctx().stripe.charges.list()).data[0]!.id;
  const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
  return { userId, customerId, charge, team };
}

/** Delivers the newest event of a type, as Stripe does, and processes it. */
async function deliverNewest(shop: TestShop, type: string) {
  const event = (await shop.events()).findLast((sent) => sent.type === type)!;
  expect((await shop.deliver(event)).status).toBe(200);
  await shop.processQueue();
}

const warn = (shop: TestShop, charge: string) =>
  shop.control<Stripe.Radar.EarlyFraudWarning>("early-fraud-warnings", { charge });

describe("an early fraud warning", () => {
  it("an early fraud warning appears with its payment, and 'refund and end' refunds the order", async () => {
    const shop = openTestShop();
    const { userId, charge, team } = await buyProduct(shop);
    const { id } = await warn(shop, charge);
    await deliverNewest(shop, "radar.early_fraud_warning.created");
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(await alertsOf(shop, userId)).toMatchObject([
      {
        id,
        kind: "early_fraud_warning",
        sourceType: "order",
        sourceId: order!.id,
        amountMinor: 2900,
        currency: "usd",
        detail: "unauthorized_use_of_card",
        productName: "A Product",
      },
    ]);
    await refundAndEnd(team, { id });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
    expect(await alertsOf(shop, userId)).toEqual([]);
    const [refund] = (await shop.ctx().stripe.refunds.list({ charge })).data;
    expect(refund).toMatchObject({ amount: 2900, reason: "fraudulent" });
    const { items } = await listAuditEntries(team, { targetId: order!.id });
    expect(items).toMatchObject([{ action: "order.refunded", actorId: team.actor.userId }]);
    await expect(refundAndEnd(team, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  it("a warning about an earlier payment refunds that payment and ends the subscription", async () => {
    const shop = openTestShop();
    const subscription = await subscribe(shop, { prices: [monthly] });
    const first = (await shop.ctx().stripe.charges.list()).data[0]!.id;
    await subscription.advanceDays(32);
    await warn(shop, first);
    const event = (await shop.events()).at(-1)!;
    const { payment_intent: _, ...object } = event.data.object as Stripe.Radar.EarlyFraudWarning;
    // It names a charge alone, no customer, and in older API versions no payment intent.
    await shop.deliver({ ...event, data: { object } } as Stripe.Event);
    await shop.processQueue();
    const [alert] = await alertsOf(shop, subscription.userId);
    expect(alert).toMatchObject({ sourceType: "subscription", sourceId: subscription.id });
    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    await refundAndEnd(team, { id: alert!.id });
    expect(await subscription.mirrored()).toMatchObject({ status: "canceled" });
    const { data: refunds } = await shop.ctx().stripe.refunds.list();
    expect(refunds.map((refund) => refund.charge)).toEqual([first]);
    expect(await alertsOf(shop, subscription.userId)).toEqual([]);
  });

  it("a warning that was never delivered is found by the sweep, once, and stays dismissed", async () => {
    const shop = openTestShop();
    const { userId, customerId, charge, team } = await buyProduct(shop);
    const { id } = await warn(shop, charge);
    await runSweep(shop.ctx(), { pages: 20 });
    expect((await alertsOf(shop, userId)).map((alert) => alert.id)).toEqual([id]);
    await dismissAlert(team, { id });
    await runSweep(shop.ctx(), { pages: 20 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await alertsOf(shop, userId)).toEqual([]);
    const { items } = await listAuditEntries(team, { targetId: id });
    expect(items).toMatchObject([{ action: "payment_alert.dismissed" }]);
  });

  it("a warning needs nothing more once the payment is disputed", async () => {
    const shop = openTestShop();
    const { userId, customerId, charge } = await buyProduct(shop);
    await warn(shop, charge);
    await deliverNewest(shop, "radar.early_fraud_warning.created");
    expect(await alertsOf(shop, userId)).toHaveLength(1);
    await shop.control("disputes", { charge });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await alertsOf(shop, userId)).toEqual([]);
  });
});

describe("a review", () => {
  it("a review appears while it is open, and 'approve' closes it at Stripe", async () => {
    const shop = openTestShop();
    const { userId, charge, team } = await buyProduct(shop);
    const { id } = await shop.control<Stripe.Review>("reviews", { charge });
    await deliverNewest(shop, "review.opened");
    expect(await alertsOf(shop, userId)).toMatchObject([{ id, kind: "review", detail: "rule" }]);
    await dismissAlert(team, { id });
    expect(await shop.ctx().stripe.reviews.retrieve(id)).toMatchObject({
      open: false,
      closed_reason: "approved",
    });
    expect(await alertsOf(shop, userId)).toEqual([]);
  });

  it("a review that was closed at Stripe disappears", async () => {
    const shop = openTestShop();
    const { userId, charge } = await buyProduct(shop);
    const { id } = await shop.control<Stripe.Review>("reviews", { charge });
    await deliverNewest(shop, "review.opened");
    await shop.control(`reviews/${id}/close`, { reason: "approved" });
    await deliverNewest(shop, "review.closed");
    expect(await alertsOf(shop, userId)).toEqual([]);
  });
});

it("a refund that fails is an alert until it is made again, and the buyer is emailed that access is back", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { userId, customerId, charge } = await buyProduct(shop);
  const { stripe } = shop.ctx();
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { id } = await stripe.refunds.create({ charge });
  await sync();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
  await shop.control(`refunds/${id}/fail`, {});
  await deliverNewest(shop, "refund.failed");
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  expect(await alertsOf(shop, userId)).toMatchObject([
    { id, kind: "failed_refund", amountMinor: 2900, detail: null },
  ]);
  const emails = (await shop.emailsTo(userId)).filter(({ subject }) => subject.includes("failed"));
  expect(emails).toHaveLength(1);
  expect(emails[0]!.text).toMatch(/\$29\.00/);
  expect(emails[0]!.text).toMatch(/you have access to A Product again/);
  await stripe.refunds.create({ charge });
  await sync();
  expect(await alertsOf(shop, userId)).toEqual([]);
  expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
});
