import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { commit, type Database } from "../../db/client.ts";
import { checkouts, customers, orders, payments, subscriptions } from "../../db/schema/billing.ts";
import { grants } from "../../db/schema/grants.ts";
import { monthly, payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { syncCustomer } from "../customer/sync-stripe-customer.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

const PAGES = 50;

/** The writes that lose all that was mirrored of a customer, the customer's own row included. */
function forget(db: Database, { customerId, userId }: { customerId: string; userId: string }) {
  return [
    db.delete(grants).where(eq(grants.userId, userId)),
    db.delete(orders).where(eq(orders.customerId, customerId)),
    db.delete(subscriptions).where(eq(subscriptions.customerId, customerId)),
    db.delete(checkouts).where(eq(checkouts.customerId, customerId)),
    db.delete(payments).where(eq(payments.customerId, customerId)),
    db.delete(customers).where(eq(customers.id, customerId)),
  ];
}

async function driftOf(shop: TestShop, customerId: string) {
  const { incidents } = await showDriftReport(shop.ctx());
  return incidents.filter((incident) => incident.customerId === customerId);
}

describe("the nightly sweep", () => {
  it("finds what was lost, says so, and has it put right", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    const { state, sweep } = await runSweep(shop.ctx(), { pages: PAGES });
    expect(state).toBe("finished");
    // An order, a subscription and the payment of each.
    expect(sweep.drifted).toBe(4);
    expect(await driftOf(shop, order.customerId)).toMatchObject([
      { kind: "drift", detail: "was not mirrored" },
      { kind: "drift", detail: "was not mirrored" },
    ]);
    await shop.work();
    expect(await reasonsOf(shop, order.userId)).toEqual(["order_paid"]);
    expect(await reasonsOf(shop, subscription.userId)).toEqual(["subscription_active"]);
    expect((await runSweep(shop.ctx(), { pages: PAGES })).sweep.drifted).toBe(0);
  });

  it("sees a refund and a cancellation made at Stripe", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    for (const { customerId } of [order, subscription]) {
      await syncCustomer(shop.ctx(), { customerId, force: true });
    }
    const { stripe } = shop.ctx();
    const intents = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({
      payment_intent: intents.find(({ amount }) => amount === 2900)!.id,
    });
    await stripe.subscriptions.cancel((await stripe.subscriptions.list()).data[0]!.id);
    await runSweep(shop.ctx(), { pages: PAGES });
    const details = (await driftOf(shop, order.customerId)).map(({ detail }) => detail);
    expect(details).toContain("differs in refundedMinor");
    expect(details).toContainEqual(expect.stringContaining("status"));
    await shop.work();
    expect(await reasonsOf(shop, order.userId)).toEqual(["order_refunded"]);
    expect(await reasonsOf(shop, subscription.userId)).toEqual(["subscription_ended"]);
  });

  it("cut by a rate limit (sync-engine#300) is not done: the next run goes on where it stood", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/checkout/sessions", times: 99, status: 429 });
    const first = await runSweep(shop.ctx(), { pages: PAGES });
    expect(first).toMatchObject({
      state: "interrupted",
      sweep: { phase: "sessions", finishedAt: null },
    });
    await shop.control("faults", { match: "GET /v1/checkout/sessions", times: 0, status: 429 });
    const second = await runSweep(shop.ctx(), { pages: PAGES });
    expect(second.sweep.id).toBe(first.sweep.id);
    expect(second.state).toBe("finished");
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("takes nothing away because a list lacked it", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    // An account in which nothing was ever sold: every list is empty.
    const elsewhere = openTestShop();
    await runSweep(elsewhere.ctx(), { pages: PAGES });
    expect(elsewhere.queued).toEqual([]);
    expect(await reasonsOf(shop, userId)).toEqual(["subscription_active"]);
  });

  it("names a customer that says it is ours and is not", async () => {
    const shop = openTestShop();
    const { id } = await shop
      .ctx()
      .stripe.customers.create({ metadata: { gatehouse_user: "usr_nobody" } });
    await runSweep(shop.ctx(), { pages: PAGES });
    const { incidents } = await showDriftReport(shop.ctx());
    expect(incidents).toContainEqual(
      expect.objectContaining({ kind: "unknown_customer", stripeObjectId: id }),
    );
  });
});

describe("a rebuild", () => {
  it("makes the same orders, subscriptions and grants from Stripe alone", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    await shop.ctx().stripe.customers.create({ metadata: { gatehouse_user: "usr_nobody" } });
    const { db } = shop.ctx();
    for (const { customerId, userId } of [order, subscription]) {
      await syncCustomer(shop.ctx(), { customerId, force: true });
      await commit(db, forget(db, { customerId, userId }));
      expect(await reasonsOf(shop, userId)).toEqual([]);
    }
    const { customers, withoutUser } = await rebuild(shop);
    expect(customers).toBe(2);
    expect(withoutUser).toHaveLength(1);
    expect(await reasonsOf(shop, order.userId)).toEqual(["order_paid"]);
    expect(await reasonsOf(shop, subscription.userId)).toEqual(["subscription_active"]);
    const granted = await listGrantedBenefits(shop.ctx(), { userId: order.userId });
    expect(granted.map(({ benefit }) => benefit.name)).toEqual(["The thing"]);
  });
});
