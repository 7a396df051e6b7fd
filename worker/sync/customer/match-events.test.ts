import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { beforeEach, describe, expect, it } from "vitest";
import { runCron } from "../../run-cron.ts";
import { DAY, HOUR, MINUTE } from "../../lib/time.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { failDatabase } from "../../testing/database/fail-database.ts";
import { holdStripe } from "../../testing/fakes/hold-stripe.ts";
import { listAccessReasons, monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { findEvent } from "../inbox/store.ts";
import { matchPendingEvents } from "./match-events.ts";
import { findStripeCustomerOfUser } from "./store.ts";
import { syncStripeCustomer } from "./sync-stripe-customer.ts";

// Cron places the events of the whole shop.
beforeEach(emptyDatabase);

const eventOf = (shop: TestShop, { id }: { id: string }) =>
  findEvent(shop.ctx().db, "test", id).then((event) => event!);

async function latestEvent(shop: TestShop, type: Stripe.Event.Type): Promise<Stripe.Event> {
  const event = (await shop.events()).findLast((candidate) => candidate.type === type);
  if (!event) throw new Error(`Stripe created no ${type}`);
  return event;
}

/** Disputes the latest charge at Stripe. Returns the event, which names no customer. */
async function disputeLatestCharge(shop: TestShop): Promise<Stripe.Event> {
  const [charge] = (await shop.ctx().stripe.charges.list({ limit: 1 })).data;
  await shop.control("disputes", { charge: charge!.id });
  return latestEvent(shop, "charge.dispute.created");
}

const listCallsTo = async (shop: TestShop, path: string) =>
  (await shop.control<{ requests: { path: string }[] }>("requests")).requests.filter((request) =>
    request.path.startsWith(path),
  );

/** An event about a customer of another system in the same Stripe account. */
async function createForeignEvent(shop: TestShop, customer?: string): Promise<Stripe.Event> {
  const { stripe } = shop.ctx();
  const id = customer ?? (await stripe.customers.create({ name: "Not ours" })).id;
  return shop.control<Stripe.Event>("events", {
    type: "customer.updated",
    data: { object: { object: "customer", id } },
  });
}

describe("an event that can't be matched when it arrives", () => {
  it("a dispute that arrives while its order is synced suspends access at the next cron run", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const held = await holdStripe(shop, "GET /v1/charges", { afterCommit: true });
    const syncing = syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await held.arrived();
    const disputed = await disputeLatestCharge(shop);
    const callsBefore = (await listCallsTo(shop, "/v1")).length;
    expect((await shop.deliver(disputed)).status).toBe(200);
    expect(await listCallsTo(shop, "/v1")).toHaveLength(callsBefore);
    expect(await eventOf(shop, disputed)).toMatchObject({ status: "unmatched", customerId: null });
    await held.release();
    await syncing;
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    await runCron(shop.ctx(), "*/5 * * * *");
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_disputed"]);
    expect(await eventOf(shop, disputed)).toMatchObject({ status: "done", customerId });
  });

  it("a dispute of an order that is not mirrored is matched by asking Stripe for its charge", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const disputed = await disputeLatestCharge(shop);
    await shop.deliver(disputed);
    expect(await matchPendingEvents(shop.ctx())).toEqual({ matched: 1, ignored: 0, postponed: 0 });
    expect(await eventOf(shop, disputed)).toMatchObject({ status: "received", customerId });
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_disputed"]);
  });

  it("an event is matched if it is about a customer whose creation has not come back yet", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({});
    const userId = await shop.createUser();
    const held = await holdStripe(shop, "POST /v1/customers", { afterCommit: true });
    const opening = openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
    await held.arrived();
    const created = await latestEvent(shop, "customer.created");
    await shop.deliver(created);
    expect(await eventOf(shop, created)).toMatchObject({ status: "unmatched" });
    expect(await matchPendingEvents(shop.ctx())).toMatchObject({ matched: 1 });
    const row = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    expect(row!.stripeCustomerId).toBe((created.data.object as Stripe.Customer).id);
    await held.release();
    await opening;
    expect(await shop.ctx().stripe.customers.list()).toMatchObject({ data: [{}] });
  });

  it("an event is ignored if Stripe knows nothing of ours about it; one question serves the customer", async () => {
    const shop = openTestShop();
    const first = await createForeignEvent(shop);
    const { id: customer } = first.data.object as Stripe.Customer;
    const second = await createForeignEvent(shop, customer);
    const third = await createForeignEvent(shop);
    for (const event of [first, second, third]) await shop.deliver(event);
    expect(await matchPendingEvents(shop.ctx())).toEqual({ matched: 0, ignored: 3, postponed: 0 });
    expect(await listCallsTo(shop, `/v1/customers/${customer}`)).toHaveLength(1);
    for (const event of [first, second, third])
      expect(await eventOf(shop, event)).toMatchObject({
        status: "ignored",
        ignoredReason: "foreign",
        nextAttemptAt: null,
      });
    expect(await matchPendingEvents(shop.ctx())).toEqual({ matched: 0, ignored: 0, postponed: 0 });
  });

  it("an event is ignored if its customer was deleted at Stripe", async () => {
    const shop = openTestShop();
    const { id } = await shop.ctx().stripe.customers.create({});
    const event = await createForeignEvent(shop, id);
    await shop.ctx().stripe.customers.del(id);
    await shop.deliver(event);
    await matchPendingEvents(shop.ctx());
    expect(await eventOf(shop, event)).toMatchObject({ ignoredReason: "customer_deleted" });
  });

  it("an event is retried with a growing delay while Stripe is down, and given up after three days", async () => {
    const shop = openTestShop();
    const event = await createForeignEvent(shop);
    await shop.deliver(event);
    const { receivedAt } = await eventOf(shop, event);
    const path = `/v1/customers/${(event.data.object as Stripe.Customer).id}`;
    await shop.control("faults", { match: `GET ${path}`, times: 999, status: 400 });
    const matchAt = (now: number) => matchPendingEvents(shop.ctx(undefined, now));
    expect(await matchAt(receivedAt)).toMatchObject({ postponed: 1 });
    expect(await eventOf(shop, event)).toMatchObject({
      status: "unmatched",
      attempts: 1,
      error: expect.stringContaining("asked to answer 400"),
      nextAttemptAt: receivedAt + 5 * MINUTE,
    });
    expect(await matchAt(receivedAt + 4 * MINUTE)).toMatchObject({ postponed: 0 });
    await matchAt(receivedAt + 5 * MINUTE);
    expect((await eventOf(shop, event)).nextAttemptAt).toBe(receivedAt + 15 * MINUTE);
    await env.DB.prepare("UPDATE events SET attempts = 12 WHERE id = ?").bind(event.id).run();
    await matchAt(receivedAt + DAY);
    expect((await eventOf(shop, event)).nextAttemptAt).toBe(receivedAt + DAY + 6 * HOUR);
    expect(await matchAt(receivedAt + 4 * DAY)).toEqual({ matched: 0, ignored: 1, postponed: 0 });
    expect(await eventOf(shop, event)).toMatchObject({
      status: "ignored",
      ignoredReason: "gave_up",
      error: expect.stringContaining("asked to answer 400"),
      nextAttemptAt: null,
    });
  });

  it("an event stays due if the database fails while it is matched", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const disputed = await disputeLatestCharge(shop);
    await shop.deliver(disputed);
    failDatabase(shop, { sql: "UPDATE events" });
    await expect(matchPendingEvents(shop.ctx())).rejects.toThrow("connection lost");
    expect(await matchPendingEvents(shop.ctx())).toMatchObject({ matched: 1 });
  });
});

it("a dispute of an earlier payment of a subscription is matched when it arrives", async () => {
  const shop = openTestShop();
  const subscription = await subscribe(shop, { prices: [monthly] });
  const disputedLater = (await shop.ctx().stripe.charges.list({ limit: 1 })).data[0]!;
  await subscription.advanceDays(32);
  await shop.control("disputes", { charge: disputedLater.id });
  const disputed = await latestEvent(shop, "charge.dispute.created");
  await shop.deliver(disputed);
  const { customerId } = subscription;
  expect(await eventOf(shop, disputed)).toMatchObject({ status: "received", customerId });
});

it("an event without a customer or payment is ignored at once", async () => {
  const shop = openTestShop();
  const event = await shop.control<Stripe.Event>("events", {
    type: "balance.available",
    data: { object: { object: "balance" } },
  });
  await shop.deliver(event);
  expect(await eventOf(shop, event)).toMatchObject({
    status: "ignored",
    ignoredReason: "no_subject",
  });
});
