import { beforeEach, expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { linkNewCustomer } from "../../testing/fixtures/link-new-customer.ts";
import { findLinkedStripeCustomer } from "../customer/find-stripe-customers.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

// A sweep covers all customers.
beforeEach(emptyDatabase);

const sweep = (shop: TestShop) => runSweep(shop.ctx(), { pages: 50 });

/** Creates a user with a mirrored order. */
async function createMirroredOrder(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const linked = await findLinkedStripeCustomer(shop.ctx(), { userId });
  return { userId, customerId, stripeCustomerId: linked!.stripeCustomerId };
}

/** Counts how often a customer was retrieved by id. */
async function countRetrievals(shop: TestShop, stripeCustomerId: string): Promise<number> {
  type RequestLog = { requests: { method: string; path: string }[] };
  const { requests } = await shop.control<RequestLog>("requests");
  const path = `/v1/customers/${stripeCustomerId}`;
  return requests.filter((request) => request.method === "GET" && request.path === path).length;
}

it("a customer with only an order, deleted at Stripe without an event, loses access", async () => {
  const shop = openTestShop();
  const { userId, customerId, stripeCustomerId } = await createMirroredOrder(shop);
  await shop.ctx().stripe.customers.del(stripeCustomerId);
  expect((await sweep(shop)).sweep.drifted).toBe(1);
  // The sweep itself changes no access.
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  const { incidents } = await showDriftReport(shop.ctx());
  expect(incidents.find((incident) => incident.customerId === customerId)).toMatchObject({
    kind: "drift",
    stripeObjectId: stripeCustomerId,
    detail: "was deleted at Stripe",
  });
  await shop.processQueue();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_closed"]);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("customers found in Stripe's list are not retrieved by id", async () => {
  const shop = openTestShop();
  const existing = await createMirroredOrder(shop);
  const deleted = await createMirroredOrder(shop);
  await shop.ctx().stripe.customers.del(deleted.stripeCustomerId);
  const before = await countRetrievals(shop, existing.stripeCustomerId);
  const beforeDeleted = await countRetrievals(shop, deleted.stripeCustomerId);
  await sweep(shop);
  expect(await countRetrievals(shop, existing.stripeCustomerId)).toBe(before);
  expect(await countRetrievals(shop, deleted.stripeCustomerId)).toBe(beforeDeleted + 1);
});

it("customers linked later by a rebuild are not retrieved by id", async () => {
  const shop = openTestShop();
  const userId = await shop.createUser();
  const { stripe } = shop.ctx();
  const { id } = await stripe.customers.create({ metadata: { gatehouse_user: userId } });
  await runRebuild(shop, Date.now() + DAY);
  const before = await countRetrievals(shop, id);
  await sweep(shop);
  expect(await countRetrievals(shop, id)).toBe(before);
});

it("a customer unknown to Stripe belongs to another account and keeps access", async () => {
  const shop = openTestShop();
  const { userId } = await createMirroredOrder(shop);
  const elsewhere = openTestShop();
  expect((await sweep(elsewhere)).sweep.drifted).toBe(0);
  expect(elsewhere.queued).toEqual([]);
  expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
});

it("all deleted customers are found, even if they exceed one page's limit", async () => {
  const shop = openTestShop();
  const ids: string[] = [];
  for (let index = 0; index < 25; index++) {
    const userId = await shop.createUser();
    const { id, stripeCustomerId } = await linkNewCustomer(shop.asUser(userId), { userId });
    await shop.ctx().stripe.customers.del(stripeCustomerId);
    ids.push(id);
  }
  expect(await sweep(shop)).toMatchObject({ state: "finished", sweep: { drifted: 25 } });
  expect(shop.queued.map(({ customerId }) => customerId).toSorted()).toEqual(ids.toSorted());
});

it("a rate limit during the walk interrupts the run, not the sweep", async () => {
  const shop = openTestShop();
  const { userId, stripeCustomerId } = await createMirroredOrder(shop);
  await shop.ctx().stripe.customers.del(stripeCustomerId);
  const match = `GET /v1/customers/${stripeCustomerId}`;
  await shop.control("faults", { match, times: 99, status: 429 });
  const first = await sweep(shop);
  expect(first).toMatchObject({ state: "interrupted", sweep: { drifted: 0 } });
  await shop.control("faults", { match, times: 0, status: 429 });
  const second = await sweep(shop);
  expect(second).toMatchObject({ state: "finished", sweep: { id: first.sweep.id, drifted: 1 } });
  await shop.processQueue();
  expect(await listAccessReasons(shop, userId)).toEqual(["order_closed"]);
});
