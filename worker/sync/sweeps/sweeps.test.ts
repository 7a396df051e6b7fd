import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { commit, type Database } from "../../db/client.ts";
import {
  checkouts,
  stripeCustomers,
  orders,
  payments,
  subscriptions,
} from "../../db/schema/billing.ts";
import { grants } from "../../db/schema/grants.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { monthly, payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { createDiscount } from "../../admin/discounts/create-discount.ts";
import { newDiscount } from "../../admin/discounts/schema.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../customer/store.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

// A sweep covers all customers.
beforeEach(emptyDatabase);

const PAGES = 50;

/** Returns the writes that delete everything mirrored of a customer, including the customer's own row. */
function deleteMirroredRows(
  db: Database,
  { customerId, userId }: { customerId: string; userId: string },
) {
  return [
    db.delete(grants).where(eq(grants.userId, userId)),
    db.delete(orders).where(eq(orders.customerId, customerId)),
    db.delete(subscriptions).where(eq(subscriptions.customerId, customerId)),
    db.delete(checkouts).where(eq(checkouts.customerId, customerId)),
    db.delete(payments).where(eq(payments.customerId, customerId)),
    db.delete(stripeCustomers).where(eq(stripeCustomers.id, customerId)),
  ];
}

async function listIncidentsOfCustomer(shop: TestShop, customerId: string) {
  const { incidents } = await showDriftReport(shop.ctx());
  return incidents.filter((incident) => incident.customerId === customerId);
}

describe("the nightly sweep", () => {
  it("the sweep finds purchases that were not mirrored, reports them, and enqueues their customers", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    const { state, sweep } = await runSweep(shop.ctx(), { pages: PAGES });
    expect(state).toBe("finished");
    // An order, a subscription, and one payment for each.
    expect(sweep.drifted).toBe(4);
    expect(await listIncidentsOfCustomer(shop, order.customerId)).toMatchObject([
      { kind: "drift", detail: "was not mirrored" },
      { kind: "drift", detail: "was not mirrored" },
    ]);
    await shop.processQueue();
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_paid"]);
    expect(await listAccessReasons(shop, subscription.userId)).toEqual(["subscription_active"]);
    expect((await runSweep(shop.ctx(), { pages: PAGES })).sweep.drifted).toBe(0);
  });

  it("the sweep finds a refund and a cancellation made at Stripe", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    for (const { customerId } of [order, subscription]) {
      await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    }
    const { stripe } = shop.ctx();
    const intents = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({
      payment_intent: intents.find(({ amount }) => amount === 2900)!.id,
    });
    await stripe.subscriptions.cancel((await stripe.subscriptions.list()).data[0]!.id);
    await runSweep(shop.ctx(), { pages: PAGES });
    const details = (await listIncidentsOfCustomer(shop, order.customerId)).map(
      ({ detail }) => detail,
    );
    expect(details).toContain("differs in refundedMinor");
    expect(details).toContainEqual(expect.stringContaining("status"));
    await shop.processQueue();
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_refunded"]);
    expect(await listAccessReasons(shop, subscription.userId)).toEqual(["subscription_ended"]);
  });

  // https://github.com/stripe/sync-engine/issues/300
  it("an order from before its code was kept is no drift after an upgrade", async () => {
    const shop = openTestShop();
    const { id: priceId } = (await shop.createPublishedProduct({})).prices[0]!;
    const userId = await shop.createUser();
    const quarter = { off: { kind: "percent", percentOff: 25 }, duration: "once", name: "Test" };
    const { code } = await createDiscount(shop.asUser(userId), newDiscount.parse(quarter));
    const { id, url } = await openCheckout(shop.asUser(userId), { priceId });
    await shop.pay(url, undefined, { promotionCode: code });
    await confirmCheckout(shop.asUser(userId), { id });
    const { db } = shop.ctx();
    const isUsers = eq(orders.userId, userId);
    expect((await db.select().from(orders).where(isUsers))[0]?.promotionCodeId).not.toBeNull();
    await db.update(orders).set({ promotionCodeId: null }).where(isUsers);
    const customer = await findStripeCustomerOfUser(db, userId, "test");
    const drift = await listIncidentsOfCustomer(shop, customer!.id);
    await runSweep(shop.ctx(), { pages: PAGES });
    expect(await listIncidentsOfCustomer(shop, customer!.id)).toEqual(drift);
    await db.update(orders).set({ promotionCodeId: "promo_other" }).where(isUsers);
    await runSweep(shop.ctx(), { pages: PAGES });
    expect(await listIncidentsOfCustomer(shop, customer!.id)).toMatchObject([
      { kind: "drift", detail: "differs in promotionCodeId" },
    ]);
  });

  it("a sweep that a rate limit interrupted is resumed by the next run", async () => {
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
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  it("the sweep revokes nothing because a list lacks it", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    // An account without sales: every list is empty.
    const elsewhere = openTestShop();
    await runSweep(elsewhere.ctx(), { pages: PAGES });
    expect(elsewhere.queued).toEqual([]);
    expect(await listAccessReasons(shop, userId)).toEqual(["subscription_active"]);
  });

  it("the sweep adopts a Stripe customer that names a user without one, and its purchases", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const { db } = shop.ctx();
    await commit(db, deleteMirroredRows(db, order));
    await runSweep(shop.ctx(), { pages: PAGES });
    const { incidents } = await showDriftReport(shop.ctx());
    expect(incidents).toMatchObject([
      { kind: "drift", userId: order.userId, detail: expect.stringContaining("was linked") },
    ]);
    await shop.processQueue();
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_paid"]);
    expect((await runSweep(shop.ctx(), { pages: PAGES })).sweep.drifted).toBe(0);
  });

  it("the sweep reports a Stripe customer that names a user who has another one, and links neither", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const metadata = { gatehouse_user: userId };
    const { id } = await shop.ctx().stripe.customers.create({ metadata });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await runSweep(shop.ctx(), { pages: PAGES });
    const { incidents } = await showDriftReport(shop.ctx());
    expect(incidents).toMatchObject([{ kind: "unknown_customer", stripeObjectId: id }]);
  });

  it("the sweep reports an unknown Stripe customer that names a user of ours", async () => {
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
  it("a rebuild restores the same orders, subscriptions and grants from Stripe alone", async () => {
    const shop = openTestShop();
    const order = await payForNewProduct(shop);
    const subscription = await payForNewProduct(shop, { prices: [monthly] });
    await shop.ctx().stripe.customers.create({ metadata: { gatehouse_user: "usr_nobody" } });
    const { db } = shop.ctx();
    for (const { customerId, userId } of [order, subscription]) {
      await syncStripeCustomer(shop.ctx(), { customerId, force: true });
      await commit(db, deleteMirroredRows(db, { customerId, userId }));
      expect(await listAccessReasons(shop, userId)).toEqual([]);
    }
    const { customers, withoutUser } = await runRebuild(shop);
    expect(customers).toBe(2);
    expect(withoutUser).toHaveLength(1);
    expect(await listAccessReasons(shop, order.userId)).toEqual(["order_paid"]);
    expect(await listAccessReasons(shop, subscription.userId)).toEqual(["subscription_active"]);
    const granted = await listGrantsInForce(shop.ctx(), { userId: order.userId });
    expect(granted.map(({ benefit }) => benefit.name)).toEqual(["The thing"]);
  });
});
