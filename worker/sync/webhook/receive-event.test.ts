import { env } from "cloudflare:workers";
import type Stripe from "stripe";
import { describe, expect, it, vi } from "vitest";
import { holdStripe } from "../../testing/fakes/hold-stripe.ts";
import { openTestShop, signWebhook, WEBHOOK_SECRET, type TestShop } from "../../testing/shop.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { commit } from "../../db/client.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { enqueueDirtyCustomers } from "../customer/enqueue-dirty-customers.ts";
import { findStripeCustomerOfUser, releaseLease, acquireLease } from "../customer/store.ts";
import { processDeadLetters, processSyncBatch } from "../process-queue.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { findEvent } from "../inbox/store.ts";

/** A paid checkout whose user never came back to the shop. No event has been delivered yet. */
async function createPaidCheckout(
  shop: TestShop,
): Promise<{ userId: string; completed: Stripe.Event }> {
  const product = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), {
    priceId: product.prices[0]?.id ?? "",
  });
  await shop.pay(checkout.url);
  const completed = (await shop.events()).find(
    (event) => event.type === "checkout.session.completed",
  );
  if (!completed) throw new Error("Stripe sent no checkout.session.completed");
  return { userId, completed };
}

const listAccessReasonsOf = async (shop: TestShop, userId: string) =>
  (await showLibrary(shop.asUser(userId), { userId })).map((entry) => entry.access.reason);

const dirtySeq = async (shop: TestShop, userId: string) =>
  (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))?.dirtySeq;

describe("a webhook delivery", () => {
  it("a delivery gives access even if the user never returns to the shop", async () => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    expect((await shop.deliver(completed)).status).toBe(200);
    expect(await listAccessReasonsOf(shop, userId)).toEqual([]);
    await shop.processQueue();
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["order_paid"]);
    expect(await findEvent(shop.ctx().db, "test", completed.id)).toMatchObject({ status: "done" });
  });

  it("a second delivery has no effect: no row, no dirty mark, no message", async () => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    await shop.deliver(completed);
    await shop.processQueue();
    const before = await dirtySeq(shop, userId);
    expect((await shop.deliver(completed)).status).toBe(200);
    expect(await dirtySeq(shop, userId)).toBe(before);
    expect(shop.queued).toEqual([]);
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  // https://github.com/pay-rails/pay/issues/371
  it("ten concurrent deliveries create one row and one dirty mark", async () => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    const before = (await dirtySeq(shop, userId)) ?? 0;
    const answers = await Promise.all(Array.from({ length: 10 }, () => shop.deliver(completed)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    expect(await dirtySeq(shop, userId)).toBe(before + 1);
    await shop.processQueue();
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("a repeated delivery is enqueued again if the event is still unprocessed", async () => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    await shop.deliver(completed);
    shop.loseMessages();
    await shop.deliver(completed);
    await shop.processQueue();
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("a refund, which names no customer, finds the customer by the payment", async () => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    await shop.deliver(completed);
    await shop.processQueue();
    const { stripe } = shop.ctx();
    const [payment] = (await stripe.paymentIntents.list()).data;
    await stripe.refunds.create({ payment_intent: payment?.id ?? "" });
    const refund = (await shop.events()).find((event) => event.type === "refund.created");
    await shop.deliver(refund!);
    await shop.processQueue();
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["order_refunded"]);
  });

  it("a dispute suspends the subscription's access, and winning it restores the access", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    const deliver = async (type: string) => {
      const event = (await shop.events()).find((made) => made.type === type);
      await shop.deliver(event!);
      await shop.processQueue();
    };
    await shop.control("disputes", { charge: charge!.id });
    await deliver("charge.dispute.created");
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["subscription_disputed"]);
    const [dispute] = (await shop.ctx().stripe.disputes.list()).data;
    await shop.control(`disputes/${dispute!.id}/close`, { outcome: "won" });
    await deliver("charge.dispute.closed");
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["subscription_active"]);
  });

  // https://github.com/laravel/cashier-stripe/issues/1759
  it("a delivery that is out of order undoes nothing: a late `created` keeps access", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop, { prices: [monthly] });
    for (const event of (await shop.events()).toReversed()) {
      await shop.deliver(event);
      await shop.processQueue();
      expect(await listAccessReasonsOf(shop, userId)).toEqual(["subscription_active"]);
    }
  });

  // https://github.com/stripe/sync-engine/issues/268
  it("two events from the same second are both processed", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, { prices: [monthly] });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { stripe } = shop.ctx();
    const [liveSubscription] = (await stripe.subscriptions.list()).data;
    await stripe.subscriptions.update(liveSubscription!.id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(liveSubscription!.id, { cancel_at_period_end: false });
    const updates = (await shop.events()).filter(({ type }) =>
      type.endsWith("subscription.updated"),
    );
    const [first, second] = updates.slice(-2);
    await shop.deliver({ ...second!, created: first!.created });
    await shop.processQueue();
    await shop.deliver(first!);
    await shop.processQueue();
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["subscription_active"]);
    for (const { id } of updates.slice(-2)) {
      expect((await findEvent(shop.ctx().db, "test", id))?.status).toBe("done");
    }
  });

  // https://github.com/wasp-lang/open-saas/issues/688
  it("a second `invoice.paid` has no effect", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop, { prices: [monthly] });
    const paid = (await shop.events()).find(({ type }) => type === "invoice.paid");
    for (let time = 0; time < 2; time++) {
      await shop.deliver(paid!);
      await shop.processQueue();
    }
    expect(await listAccessReasonsOf(shop, userId)).toEqual(["subscription_active"]);
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
  });

  it("a delivery of an unknown customer is stored as unmatched, and no sync is enqueued", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    await stripe.customers.create({ email: "someone@else.example" });
    const customer = (await stripe.customers.list()).data[0]!;
    await stripe.customers.update(customer.id, { name: "Somebody Else" });
    const event = (await shop.events()).find(({ type }) => type === "customer.updated")!;
    expect((await shop.deliver(event)).status).toBe(200);
    expect(shop.queued).toEqual([]);
    expect(await findEvent(shop.ctx().db, "test", event.id)).toMatchObject({
      status: "unmatched",
      customerId: null,
    });
  });
});

describe("the queue message of an event", () => {
  /** A synced, clean customer with `count` events that were not delivered yet. */
  async function eventsOfCleanCustomer(shop: TestShop, count: number) {
    const { userId, completed } = await createPaidCheckout(shop);
    const customer = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
    await syncStripeCustomer(shop.ctx(), { customerId: customer.id, force: true });
    const events = Array.from({ length: count }, (_, index) => ({
      ...completed,
      id: `evt_${index}${crypto.randomUUID().replaceAll("-", "")}`,
    }));
    return { userId, customerId: customer.id, events };
  }

  const statusOf = async (shop: TestShop, id: string) =>
    (await findEvent(shop.ctx().db, "test", id))?.status;

  /** Does what the queue does after the last retry. */
  const markMessageDead = (shop: TestShop, customerId: string) =>
    processDeadLetters(shop.ctx(), {
      queue: "gatehouse-sync-dead",
      messages: [{ body: { customerId } }],
    } as unknown as MessageBatch<{ customerId: string }>);

  it("a message is sent for a clean customer", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    for (const event of events) {
      await shop.deliver(event);
      expect(shop.queued).toEqual([{ customerId }]);
      await shop.processQueue();
    }
  });

  it("one message is sent for a burst of ten events, and its sync marks all ten done", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 10);
    await Promise.all(events.map((event) => shop.deliver(event)));
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
    expect(shop.queued).toEqual([]);
  });

  it("a message is sent after a running sync if the event arrived after that sync's fetch", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    const [first, second] = events;
    await shop.deliver(first!);
    shop.loseMessages();
    const held = await holdStripe(shop, "GET /v1/subscriptions");
    const messages = [{ attempts: 1, body: { customerId }, retry: vi.fn<() => void>() }];
    const working = processSyncBatch(() => shop.ctx(), {
      messages,
    } as unknown as Parameters<typeof processSyncBatch>[1]);
    await held.arrived();
    await shop.deliver(second!);
    expect(shop.queued).toEqual([]);
    await held.release();
    await working;
    expect(await statusOf(shop, first!.id)).toBe("done");
    expect(await statusOf(shop, second!.id)).toBe("received");
    await shop.processQueue();
    expect(await statusOf(shop, second!.id)).toBe("done");
  });

  it("a message is sent while the return page syncs, since no other message is queued", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 1);
    const { db, now } = shop.ctx();
    await acquireLease(db, {
      id: customerId,
      token: "page",
      now,
      until: now + MINUTE,
      force: true,
    });
    await shop.deliver(events[0]!);
    expect(shop.queued).toEqual([{ customerId }]);
    const { retryMessages } = await shop.processQueue();
    expect(retryMessages).toHaveLength(1);
    await commit(db, [releaseLease(db, customerId, "page")]);
  });

  it("a message is sent again after a failed sync, since the retry may be 15 minutes away", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 3);
    await shop.deliver(events[0]!);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    await shop.processQueue();
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    await shop.deliver(events[1]!);
    await shop.deliver(events[2]!);
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });

  it("a message is sent for a customer whose last message was dead-lettered", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    await shop.deliver(events[0]!);
    shop.loseMessages();
    await markMessageDead(shop, customerId);
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });

  it("a message that the queue refused is recorded on the event, and the next event sends its own", async () => {
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

  it("a lost message is replaced by the first event after the lease, and only by that one", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 4);
    const age = (event: Stripe.Event, ms: number) =>
      env.DB.prepare("UPDATE events SET received_at = received_at - ? WHERE id = ?")
        .bind(ms, event.id)
        .run();
    await shop.deliver(events[0]!);
    expect(shop.loseMessages()).toHaveLength(1);
    await age(events[0]!, 59 * SECOND);
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([]);
    await age(events[0]!, 2 * SECOND);
    await shop.deliver(events[2]!);
    await shop.deliver(events[3]!);
    expect(shop.queued).toEqual([{ customerId }]);
    await shop.processQueue();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });

  it("a lost message is replaced by the next cron run", async () => {
    const shop = openTestShop();
    const { customerId, events } = await eventsOfCleanCustomer(shop, 2);
    await shop.deliver(events[0]!);
    shop.loseMessages();
    await shop.deliver(events[1]!);
    expect(shop.queued).toEqual([]);
    await enqueueDirtyCustomers(shop.ctx());
    const ours = shop.queued.splice(0).filter((message) => message.customerId === customerId);
    expect(ours).toHaveLength(1);
    shop.queued.push(...ours);
    await shop.processQueue();
    for (const { id } of events) expect(await statusOf(shop, id)).toBe("done");
  });
});

describe("refused without any effect:", () => {
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
          signature: await signWebhook(JSON.stringify(event), Date.now(), "whsec_b3RoZXI="),
        }),
    ],
    [
      "a delivery signed six minutes ago",
      async (shop, event) =>
        shop.deliver(event, {
          signature: await signWebhook(JSON.stringify(event), Date.now() - 360_000),
        }),
    ],
    [
      "a delivery signed six minutes ahead",
      async (shop, event) =>
        shop.deliver(event, {
          signature: await signWebhook(JSON.stringify(event), Date.now() + 360_000),
        }),
    ],
  ];

  it.each(refusals)("%s", async (_name, tamper) => {
    const shop = openTestShop();
    const { userId, completed } = await createPaidCheckout(shop);
    const before = await dirtySeq(shop, userId);
    const response = await tamper(shop, completed);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(await findEvent(shop.ctx().db, "test", completed.id)).toBeUndefined();
    expect(await dirtySeq(shop, userId)).toBe(before);
    expect(shop.queued).toEqual([]);
    expect(await listAccessReasonsOf(shop, userId)).toEqual([]);
  });
});

it("a live event at a shop in test mode is answered 200 and kept as ignored, without effect or content", async () => {
  const shop = openTestShop();
  const { userId, completed } = await createPaidCheckout(shop);
  const before = await dirtySeq(shop, userId);
  expect((await shop.deliver({ ...completed, livemode: true })).status).toBe(200);
  expect(await findEvent(shop.ctx().db, "test", completed.id)).toMatchObject({
    status: "ignored",
    ignoredReason: "other_mode",
    customerId: null,
    payload: "",
  });
  expect(await dirtySeq(shop, userId)).toBe(before);
  expect(shop.queued).toEqual([]);
  expect((await shop.deliver({ ...completed, livemode: true })).status).toBe(200);
});

it("both secrets are accepted during a rotation", async () => {
  const other = "whsec_bmV4dA==";
  const shop = openTestShop({ webhookSecrets: `${other},${WEBHOOK_SECRET}` });
  const { completed } = await createPaidCheckout(shop);
  expect((await shop.deliver(completed)).status).toBe(200);
  const signature = await signWebhook(JSON.stringify(completed), Date.now(), other);
  expect((await shop.deliver(completed, { signature })).status).toBe(200);
});
