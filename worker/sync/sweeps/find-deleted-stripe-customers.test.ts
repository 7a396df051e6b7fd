import { expect, it } from "vitest";
import { DAY } from "../../lib/time.ts";
import { payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { ensureCustomer } from "../customer/ensure-stripe-customer.ts";
import { findLinkedCustomer } from "../customer/find-linked-stripe-customer.ts";
import { syncCustomer } from "../customer/sync-stripe-customer.ts";
import { runSweep } from "./run-sweep.ts";
import { showDriftReport } from "../../admin/sync/show-drift-report.ts";

const sweep = (shop: TestShop) => runSweep(shop.ctx(), { pages: 50 });

/** Somebody whose order is mirrored, by user and Stripe's customer. */
async function buyerWithOrder(shop: TestShop) {
  const { userId, customerId } = await payForNewProduct(shop);
  await syncCustomer(shop.ctx(), { customerId, force: true });
  const linked = await findLinkedCustomer(shop.ctx(), { userId });
  return { userId, customerId, stripeCustomerId: linked!.stripeCustomerId };
}

/** How often each customer was asked for by id. */
async function retrievals(shop: TestShop, stripeCustomerId: string): Promise<number> {
  type Asked = { requests: { method: string; path: string }[] };
  const { requests } = await shop.control<Asked>("requests");
  const path = `/v1/customers/${stripeCustomerId}`;
  return requests.filter((request) => request.method === "GET" && request.path === path).length;
}

it("a customer with an order alone, deleted at Stripe while no event came: access ends", async () => {
  const shop = openTestShop();
  const { userId, customerId, stripeCustomerId } = await buyerWithOrder(shop);
  await shop.ctx().stripe.customers.del(stripeCustomerId);
  expect((await sweep(shop)).sweep.drifted).toBe(1);
  // The sweep only points.
  expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  const { incidents } = await showDriftReport(shop.ctx());
  expect(incidents.find((incident) => incident.customerId === customerId)).toMatchObject({
    kind: "drift",
    stripeObjectId: stripeCustomerId,
    detail: "was deleted at Stripe",
  });
  await shop.work();
  expect(await reasonsOf(shop, userId)).toEqual(["order_closed"]);
  expect((await sweep(shop)).sweep.drifted).toBe(0);
});

it("whom Stripe's list shows is not asked for one by one", async () => {
  const shop = openTestShop();
  const there = await buyerWithOrder(shop);
  const gone = await buyerWithOrder(shop);
  await shop.ctx().stripe.customers.del(gone.stripeCustomerId);
  const before = await retrievals(shop, there.stripeCustomerId);
  const beforeGone = await retrievals(shop, gone.stripeCustomerId);
  await sweep(shop);
  expect(await retrievals(shop, there.stripeCustomerId)).toBe(before);
  expect(await retrievals(shop, gone.stripeCustomerId)).toBe(beforeGone + 1);
});

it("nor are those whom a rebuild has mapped later", async () => {
  const shop = openTestShop();
  const userId = await shop.newBuyer();
  const { stripe } = shop.ctx();
  const { id } = await stripe.customers.create({ metadata: { gatehouse_user: userId } });
  await rebuild(shop, Date.now() + DAY);
  const before = await retrievals(shop, id);
  await sweep(shop);
  expect(await retrievals(shop, id)).toBe(before);
});

it("a customer that Stripe does not know is of another account: nothing is taken away", async () => {
  const shop = openTestShop();
  const { userId } = await buyerWithOrder(shop);
  const elsewhere = openTestShop();
  expect((await sweep(elsewhere)).sweep.drifted).toBe(0);
  expect(elsewhere.queued).toEqual([]);
  expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
});

it("more that are gone than one page asks for: the walk goes on where it stopped", async () => {
  const shop = openTestShop();
  const ids: string[] = [];
  for (let made = 0; made < 25; made++) {
    const userId = await shop.newBuyer();
    const { id, stripeCustomerId } = await ensureCustomer(shop.as(userId), { userId });
    await shop.ctx().stripe.customers.del(stripeCustomerId);
    ids.push(id);
  }
  expect(await sweep(shop)).toMatchObject({ state: "finished", sweep: { drifted: 25 } });
  expect(shop.queued.map(({ customerId }) => customerId).toSorted()).toEqual(ids.toSorted());
});

it("a rate limit in the midst of the walk ends the run, not the sweep", async () => {
  const shop = openTestShop();
  const { userId, stripeCustomerId } = await buyerWithOrder(shop);
  await shop.ctx().stripe.customers.del(stripeCustomerId);
  const match = `GET /v1/customers/${stripeCustomerId}`;
  await shop.control("faults", { match, times: 99, status: 429 });
  const first = await sweep(shop);
  expect(first).toMatchObject({ state: "interrupted", sweep: { drifted: 0 } });
  await shop.control("faults", { match, times: 0, status: 429 });
  const second = await sweep(shop);
  expect(second).toMatchObject({ state: "finished", sweep: { id: first.sweep.id, drifted: 1 } });
  await shop.work();
  expect(await reasonsOf(shop, userId)).toEqual(["order_closed"]);
});
