import type Stripe from "stripe";
import { beforeEach, expect, it } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { HOUR } from "../../lib/time.ts";
import { monthly, payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { findLinkedStripeCustomer } from "../customer/find-stripe-customers.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

// A sweep covers all customers.
beforeEach(emptyDatabase);

const sweep = async (shop: TestShop) => (await runSweep(shop.ctx(), { pages: 50 })).sweep;

/** A purchase whose only payment was disputed twice. The bank decided the newer dispute first. */
async function createTwiceDisputedOrder(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop);
  const charge = (await shop.ctx().stripe.charges.list()).data[0]!.id;
  const open = () => shop.control<Stripe.Dispute>("disputes", { charge });
  const [older, newer] = [await open(), await open()];
  await shop.control(`disputes/${newer.id}/close`, { outcome: "won" });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  return { userId, customerId, older };
}

it("several disputes of one payment are not drift: the one that suspends access decides", async () => {
  const shop = openTestShop();
  const { userId } = await createTwiceDisputedOrder(shop);
  expect(await listAccessReasons(shop, userId)).toEqual(["order_disputed"]);
  expect((await sweep(shop)).drifted).toBe(0);
});

it("a won older dispute without an event is reported as drift once", async () => {
  const shop = openTestShop();
  const { userId, customerId, older } = await createTwiceDisputedOrder(shop);
  await shop.control(`disputes/${older.id}/close`, { outcome: "won" });
  expect((await sweep(shop)).drifted).toBe(1);
  const { incidents } = await showDriftReport(shop.ctx());
  expect(incidents.find((incident) => incident.customerId === customerId)).toMatchObject({
    kind: "drift",
    detail: "its dispute is won, the mirror had needs_response",
  });
  await shop.processQueue();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
});

it("a disputed payment whose capture had no event gets its balance", async () => {
  const shop = openTestShop();
  const { customerId } = await createTwiceDisputedOrder(shop);
  const readNet = () =>
    shop.env.DB.prepare("SELECT net_minor FROM payments WHERE customer_id = ?")
      .bind(customerId)
      .first<number | null>("net_minor");
  // Stripe captures the payment a moment later, and the event is lost.
  await shop.control("clock", { advanceSeconds: 60 });
  expect((await sweep(shop)).drifted).toBe(0);
  expect(await readNet()).toBeNull();
  // An hour after the payment, the event would have come.
  const later = shop.ctx(undefined, Date.now() + 2 * HOUR);
  expect((await runSweep(later, { pages: 50 })).sweep.drifted).toBe(1);
  await shop.processQueue();
  expect(await readNet()).toBeLessThan(0);
});

it("a dispute of the last payment of an ended subscription is mirrored", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop, { prices: [monthly] });
  const { stripe } = shop.ctx();
  await stripe.subscriptions.cancel((await stripe.subscriptions.list()).data[0]!.id);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await shop.control("disputes", { charge: (await stripe.charges.list()).data[0]!.id });
  expect((await sweep(shop)).drifted).toBe(1);
  await shop.processQueue();
  expect((await sweep(shop)).drifted).toBe(0);
});

it("a dispute of an earlier payment of a subscription is mirrored, and so is its end", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  const first = (await shop.ctx().stripe.charges.list()).data[0]!;
  await sub.advanceDays(32);
  const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: first.id });
  expect((await sweep(shop)).drifted).toBe(1);
  await shop.processQueue();
  expect(await listAccessReasons(shop, sub.userId)).toEqual(["subscription_disputed"]);
  expect((await sweep(shop)).drifted).toBe(0);
  await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
  expect((await sweep(shop)).drifted).toBe(1);
  await shop.processQueue();
  expect((await sub.mirrored()).disputeStatus).toBe("won");
  expect((await sweep(shop)).drifted).toBe(0);
});

it.each([
  ["an order", {}],
  ["a subscription", { prices: [monthly] }],
])("a dispute of %s of a customer deleted at Stripe is not drift", async (_, product) => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, product);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const { stripe } = shop.ctx();
  const linked = await findLinkedStripeCustomer(shop.ctx(), { userId });
  await stripe.customers.del(linked!.stripeCustomerId);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  await shop.control("disputes", { charge: (await stripe.charges.list()).data[0]!.id });
  expect((await sweep(shop)).drifted).toBe(0);
  expect(shop.queued).toEqual([]);
});
