import type Stripe from "stripe";
import { expect, it } from "vitest";
import { monthly, payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { syncCustomer } from "../customer/sync-stripe-customer.ts";
import { findLinkedCustomer } from "../customer/find-linked-stripe-customer.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

const sweep = async (shop: TestShop) => (await runSweep(shop.ctx(), { pages: 50 })).sweep;

/** A buyer whose only payment was disputed twice: the bank decided the second one first. */
async function disputedTwice(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop);
  const charge = (await shop.ctx().stripe.charges.list()).data[0]!.id;
  const open = () => shop.control<Stripe.Dispute>("disputes", { charge });
  const [older, newer] = [await open(), await open()];
  await shop.control(`disputes/${newer.id}/close`, { outcome: "won" });
  await syncCustomer(shop.ctx(), { customerId, force: true });
  return { userId, customerId, older };
}

it("several disputes over one payment are no drift: the one that holds access decides", async () => {
  const shop = openTestShop();
  const { userId } = await disputedTwice(shop);
  expect(await reasonsOf(shop, userId)).toEqual(["order_disputed"]);
  expect((await sweep(shop)).drifted).toBe(0);
});

it("the older of two disputes was won, and nobody told us: drift, once", async () => {
  const shop = openTestShop();
  const { userId, customerId, older } = await disputedTwice(shop);
  await shop.control(`disputes/${older.id}/close`, { outcome: "won" });
  expect((await sweep(shop)).drifted).toBe(1);
  const { incidents } = await showDriftReport(shop.ctx());
  expect(incidents.find((incident) => incident.customerId === customerId)).toMatchObject({
    kind: "drift",
    detail: "its dispute is won, the mirror had needs_response",
  });
  await shop.work();
  expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
});

it("a dispute over the last payment of a subscription that has ended is mirrored too", async () => {
  const shop = openTestShop();
  const { customerId } = await payForNewProduct(shop, { prices: [monthly] });
  const { stripe } = shop.ctx();
  await stripe.subscriptions.cancel((await stripe.subscriptions.list()).data[0]!.id);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  await shop.control("disputes", { charge: (await stripe.charges.list()).data[0]!.id });
  expect((await sweep(shop)).drifted).toBe(1);
  await shop.work();
  expect((await sweep(shop)).drifted).toBe(0);
});

it.each([
  ["an order", {}],
  ["a subscription", { prices: [monthly] }],
])("a dispute over %s of a customer who was deleted at Stripe is no drift", async (_, product) => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, product);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const { stripe } = shop.ctx();
  const linked = await findLinkedCustomer(shop.ctx(), { userId });
  await stripe.customers.del(linked!.stripeCustomerId);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  await shop.control("disputes", { charge: (await stripe.charges.list()).data[0]!.id });
  expect((await sweep(shop)).drifted).toBe(0);
  expect(shop.queued).toEqual([]);
});
