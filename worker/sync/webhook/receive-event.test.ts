import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { openTestShop, sign, WEBHOOK_SECRET, type TestShop } from "../../testing/shop.ts";
import { monthly, payForNewProduct } from "../../testing/purchases.ts";
import { syncCustomer } from "../customer/sync-stripe-customer.ts";
import { commit } from "../../db/client.ts";
import { MINUTE } from "../../lib/time.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { requeueCustomers } from "../customer/enqueue-dirty-customers.ts";
import { findCustomer, findCustomerOfUser, releaseLease, takeLease } from "../customer/store.ts";
import { workDeadLetters } from "../process-queue.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { findEvent } from "../inbox/store.ts";

/** A buyer who has paid and whose browser never came back; nothing has been delivered yet. */
async function paidAndGone(shop: TestShop): Promise<{ userId: string; completed: Stripe.Event }> {
  const product = await shop.sell({});
  const userId = await shop.newBuyer();
  const checkout = await openCheckout(shop.as(userId), { priceId: product.prices[0]?.id ?? "" });
  await shop.pay(checkout.url);
  const completed = (await shop.events()).find(
    (event) => event.type === "checkout.session.completed",
  );
  if (!completed) throw new Error("Stripe sent no checkout.session.completed");
  return { userId, completed };
}

const owned = async (shop: TestShop, userId: string) =>
  (await showLibrary(shop.as(userId), { userId })).map((entry) => entry.access.reason);

const dirtySeq = async (shop: TestShop, userId: string) =>
  (await findCustomerOfUser(shop.ctx().db, userId, "test"))?.dirtySeq;

describe("a delivery", () => {
  it("gives access by itself when the buyer never comes back", async () => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    expect((await shop.deliver(completed)).status).toBe(200);
    expect(await owned(shop, userId)).toEqual([]);
    await shop.work();
    expect(await owned(shop, userId)).toEqual(["order_paid"]);
    expect(await findEvent(shop.ctx().db, "test", completed.id)).toMatchObject({ status: "done" });
  });

  it("twice is once: the second makes no row, no mark and no work", async () => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    await shop.deliver(completed);
    await shop.work();
    const before = await dirtySeq(shop, userId);
    expect((await shop.deliver(completed)).status).toBe(200);
    expect(await dirtySeq(shop, userId)).toBe(before);
    expect(shop.queued).toEqual([]);
    expect(await owned(shop, userId)).toEqual(["order_paid"]);
  });

  it("ten at once (pay#371) make one row and one mark", async () => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    const before = (await dirtySeq(shop, userId)) ?? 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(completed)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await dirtySeq(shop, userId)).toBe(before + 1);
    await shop.work();
    expect(await owned(shop, userId)).toEqual(["order_paid"]);
  });

  it("is enqueued again while its work is open, since the first time may have died before the queue", async () => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    await shop.deliver(completed);
    shop.queued.length = 0;
    await shop.deliver(completed);
    await shop.work();
    expect(await owned(shop, userId)).toEqual(["order_paid"]);
  });

  it("of a refund, which names no customer, finds its buyer by the payment", async () => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    await shop.deliver(completed);
    await shop.work();
    const { stripe } = shop.ctx();
    const [payment] = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({ payment_intent: payment?.id ?? "" });
    const refund = (await shop.events()).find((event) => event.type === "refund.created");
    await shop.deliver(refund!);
    await shop.work();
    expect(await owned(shop, userId)).toEqual(["order_refunded"]);
  });

  it("of a dispute over a subscription's payment suspends it; won, it is restored", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    const deliver = async (type: string) => {
      const event = (await shop.events()).find((made) => made.type === type);
      await shop.deliver(event!);
      await shop.work();
    };
    await shop.control("disputes", { charge: charge!.id });
    await deliver("charge.dispute.created");
    expect(await owned(shop, userId)).toEqual(["subscription_disputed"]);
    const [dispute] = (await shop.ctx().stripe.disputes.list()).data;
    await shop.control(`disputes/${dispute!.id}/close`, { outcome: "won" });
    await deliver("charge.dispute.closed");
    expect(await owned(shop, userId)).toEqual(["subscription_active"]);
  });

  it("late and in reverse order undoes nothing: a `created` after the rest leaves it active (cashier-stripe#1759)", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop, { prices: [monthly] });
    for (const event of (await shop.events()).toReversed()) {
      await shop.deliver(event);
      await shop.work();
      expect(await owned(shop, userId)).toEqual(["subscription_active"]);
    }
  });

  it("of two events in the same second (sync-engine#268) loses neither", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncCustomer(shop.ctx(), { customerId, force: true });
    const { stripe } = shop.ctx();
    const [living] = (await stripe.subscriptions.list()).data;
    await stripe.subscriptions.update(living!.id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(living!.id, { cancel_at_period_end: false });
    const updates = (await shop.events()).filter(({ type }) =>
      type.endsWith("subscription.updated"),
    );
    const [first, second] = updates.slice(-2);
    await shop.deliver({ ...second!, created: first!.created });
    await shop.work();
    await shop.deliver(first!);
    await shop.work();
    expect(await owned(shop, userId)).toEqual(["subscription_active"]);
    for (const { id } of updates.slice(-2)) {
      expect((await findEvent(shop.ctx().db, "test", id))?.status).toBe("done");
    }
  });

  it("of `invoice.paid` twice (open-saas#688) has one effect", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop, { prices: [monthly] });
    const paid = (await shop.events()).find(({ type }) => type === "invoice.paid");
    for (let time = 0; time < 2; time++) {
      await shop.deliver(paid!);
      await shop.work();
    }
    expect(await owned(shop, userId)).toEqual(["subscription_active"]);
    expect(await listGrantedBenefits(shop.ctx(), { userId })).toHaveLength(1);
  });

  it("of a customer that is not ours is kept and left alone", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    await stripe.customers.create({ email: "someone@else.example" });
    const customer = (await stripe.customers.list()).data[0]!;
    await stripe.customers.update(customer.id, { name: "Somebody Else" });
    const event = (await shop.events()).find(({ type }) => type === "customer.updated")!;
    expect((await shop.deliver(event)).status).toBe(200);
    expect(shop.queued).toEqual([]);
    expect(await findEvent(shop.ctx().db, "test", event.id)).toMatchObject({
      status: "ignored",
      customerId: null,
    });
  });
});

describe("the message of an event", () => {
  /** A buyer who is synced and clean, and so many events of theirs that no delivery has brought. */
  async function eventsOfCleanCustomer(shop: TestShop, count: number) {
    const { userId, completed } = await paidAndGone(shop);
    const customer = (await findCustomerOfUser(shop.ctx().db, userId, "test"))!;
    await syncCustomer(shop.ctx(), { customerId: customer.id, force: true });
    const events = Array.from({ length: count }, (_, index) => ({
      ...completed,
      id: `evt_${index}${crypto.randomUUID().replaceAll("-", "")}`,
    }));
    return { userId, customerId: customer.id, events };
  }

  const statusOf = async (shop: TestShop, id: string) =>
    (await findEvent(shop.ctx().db, "test", id))?.status;

  /** As the queue does after the last retry. */
  const giveUp = (shop: TestShop, customerId: string) =>
    workDeadLetters(shop.ctx(), {
      queue: "gatehouse-sync-dead",
      messages: [{ body: { customerId } }],
    } as unknown as MessageBatch<{ customerId: string }>);

  it("is sent for a customer that was clean", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    for (const event of events) {
      await shop.deliver(event);
      expect(shop.queued).toEqual([{ customerId }]);
      await shop.work();
    }
  });

  it("is one for a burst of ten, and it settles all ten", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 10);
    await Promise.all(events.map((event) => shop.deliver(event)));
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.work();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
    expect(shop.queued).toEqual([]);
  });

  it("follows by itself where the event arrived during a sync that had looked already", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    const [first, second] = events;
    await shop.deliver(first!);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 1, delayMs: 1000 });
    const working = shop.work();
    await vi.waitFor(async () =>
      expect((await findCustomer(shop.ctx().db, customerId))?.leaseToken).not.toBeNull(),
    );
    await shop.deliver(second!);
    expect(shop.queued).toEqual([]);
    await working;
    expect(await statusOf(shop, first!.id)).toBe("done");
    expect(await statusOf(shop, second!.id)).toBe("received");
    await shop.work();
    expect(await statusOf(shop, second!.id)).toBe("done");
  });

  it("is sent while the return page syncs, since nobody else is due to look", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 1);
    const { db, now } = shop.ctx();
    await takeLease(db, { id: customerId, token: "page", now, until: now + MINUTE, force: true });
    await shop.deliver(events[0]!);
    expect(shop.queued).toEqual([{ customerId }]);
    const { retryMessages } = await shop.work();
    expect(retryMessages).toHaveLength(1);
    await commit(db, [releaseLease(db, customerId, "page")]);
  });

  it("is sent again after a sync that failed: who waits may wait for a quarter of an hour", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 3);
    await shop.deliver(events[0]!);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    await shop.work();
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    await shop.deliver(events[1]!);
    await shop.deliver(events[2]!);
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.work();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });

  it("is sent for a customer whose last message died", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    await shop.deliver(events[0]!);
    shop.queued.length = 0;
    await giveUp(shop, customerId);
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.work();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });

  it("that the queue refused is said so, and the next event sends its own", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    const queue = shop.env.SYNC_QUEUE;
    shop.env.SYNC_QUEUE = {
      send: () => Promise.reject(new Error("Queue is gone")),
    } as unknown as Queue;
    expect((await shop.deliver(events[0]!)).status).toBe(200);
    expect(await findEvent(shop.ctx().db, "test", events[0]!.id)).toMatchObject({
      status: "received",
      attempts: 1,
      error: "Error: Queue is gone",
    });
    shop.env.SYNC_QUEUE = queue;
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([{ customerId }]);
  });

  it("that is lost is made up for by the next cron run", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    await shop.deliver(events[0]!);
    shop.queued.length = 0;
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([]);
    await requeueCustomers(shop.ctx());
    const ours = shop.queued.splice(0).filter((message) => message.customerId === customerId);
    expect(ours).toHaveLength(1);
    shop.queued.push(...ours);
    await shop.work();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });
});

describe("what changes nothing", () => {
  const refusals: [
    name: string,
    spoil: (shop: TestShop, event: Stripe.Event) => Promise<Response>,
  ][] = [
    ["an unsigned delivery", (shop, event) => shop.deliver(event, { signature: null })],
    [
      "an altered delivery",
      (shop, event) =>
        shop.deliver(event, { body: JSON.stringify({ ...event, type: "invoice.paid" }) }),
    ],
    [
      "a delivery signed with another secret",
      async (shop, event) =>
        shop.deliver(event, {
          signature: await sign(
            shop.ctx().stripe,
            JSON.stringify(event),
            Date.now(),
            "whsec_b3RoZXI=",
          ),
        }),
    ],
    [
      "a delivery signed six minutes ago",
      async (shop, event) =>
        shop.deliver(event, {
          signature: await sign(shop.ctx().stripe, JSON.stringify(event), Date.now() - 360_000),
        }),
    ],
    [
      "a delivery signed six minutes ahead",
      async (shop, event) =>
        shop.deliver(event, {
          signature: await sign(shop.ctx().stripe, JSON.stringify(event), Date.now() + 360_000),
        }),
    ],
    ["an event of live mode", (shop, event) => shop.deliver({ ...event, livemode: true })],
  ];

  it.each(refusals)("%s", async (_name, spoil) => {
    const shop = openTestShop();
    const { userId, completed } = await paidAndGone(shop);
    const before = await dirtySeq(shop, userId);
    const response = await spoil(shop, completed);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await findEvent(shop.ctx().db, "test", completed.id)).toBeUndefined();
    expect(await dirtySeq(shop, userId)).toBe(before);
    expect(shop.queued).toEqual([]);
    expect(await owned(shop, userId)).toEqual([]);
  });
});

it("accepts either secret while one rotates", async () => {
  const other = "whsec_bmV4dA==";
  const shop = openTestShop({ webhookSecrets: `${other},${WEBHOOK_SECRET}` });
  const { completed } = await paidAndGone(shop);
  expect((await shop.deliver(completed)).status).toBe(200);
  const signature = await sign(shop.ctx().stripe, JSON.stringify(completed), Date.now(), other);
  expect((await shop.deliver(completed, { signature })).status).toBe(200);
});
