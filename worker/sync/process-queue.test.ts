import { describe, expect, it } from "vitest";
import type { SyncMessage } from "../context.ts";
import { payForNewProduct, listAccessReasons } from "../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { findEvent } from "./inbox/store.ts";
import { MINUTE, SECOND } from "../lib/time.ts";
import { releaseLease, acquireLease } from "./customer/store.ts";
import { commit } from "../db/client.ts";
import { syncStripeCustomer } from "./customer/sync-stripe-customer.ts";
import { processDeadLetters, processSyncBatch } from "./process-queue.ts";

/** As in wrangler.toml. */
const MAX_RETRIES = 8;

/** A paid purchase whose events were all delivered but not processed. */
async function deliverWithoutProcessing(shop: TestShop) {
  const purchase = await payForNewProduct(shop);
  const events = await shop.events();
  for (const event of events) await shop.deliver(event);
  const completed = events.find(({ type }) => type === "checkout.session.completed")!;
  return { ...purchase, eventId: completed.id };
}

async function countRefetches(shop: TestShop): Promise<number> {
  const { requests } = await shop.control<{ requests: { method: string; path: string }[] }>(
    "requests",
  );
  return requests.filter(({ method, path }) => method === "GET" && path === "/v1/subscriptions")
    .length;
}

const statusOf = async (shop: TestShop, id: string) =>
  (await findEvent(shop.ctx().db, "test", id))?.status;

describe("a batch of the sync queue", () => {
  it("a batch causes one refetch per customer, however many events arrived", async () => {
    const shop = openTestShop();
    const { userId } = await deliverWithoutProcessing(shop);
    // Duplicate deliveries and cron add more messages.
    shop.queued.push(...shop.queued, ...shop.queued);
    const before = await countRefetches(shop);
    const { explicitAcks, retryMessages } = await shop.processQueue();
    expect((await countRefetches(shop)) - before).toBe(1);
    expect(retryMessages).toEqual([]);
    expect(explicitAcks).toEqual([]);
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  // https://github.com/better-auth/better-auth/issues/10534
  // https://github.com/dj-stripe/dj-stripe/issues/832
  it("a batch that fails is retried, not acknowledged, and its event records the error", async () => {
    const shop = openTestShop();
    const { userId, customerId, eventId } = await deliverWithoutProcessing(shop);
    const waiting = shop.queued.filter((message) => message.customerId === customerId);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    const { retryMessages } = await shop.processQueue();
    expect(retryMessages).toHaveLength(waiting.length);
    expect(await findEvent(shop.ctx().db, "test", eventId)).toMatchObject({
      status: "received",
      attempts: 1,
      error: expect.stringContaining("StripeAPIError"),
    });
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    shop.queued.push({ customerId });
    await shop.processQueue();
    expect(await statusOf(shop, eventId)).toBe("done");
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  it("a batch that finds the lease held is retried shortly instead of dropped", async () => {
    const shop = openTestShop();
    const { customerId, eventId } = await deliverWithoutProcessing(shop);
    const { db, now } = shop.ctx();
    await acquireLease(db, {
      id: customerId,
      token: "other",
      now,
      until: now + MINUTE,
      force: true,
    });
    const { retryMessages } = await shop.processQueue();
    expect(retryMessages.length).toBeGreaterThan(0);
    expect(await statusOf(shop, eventId)).toBe("received");
    await commit(db, [releaseLease(db, customerId, "other")]);
    shop.queued.push({ customerId });
    await shop.processQueue();
    expect(await statusOf(shop, eventId)).toBe("done");
  });

  it("a batch is retried for longer than the lease of a crashed sync", async () => {
    const shop = openTestShop();
    const { customerId } = await deliverWithoutProcessing(shop);
    const { db, now } = shop.ctx();
    await acquireLease(db, {
      id: customerId,
      token: "dead",
      now,
      until: now + MINUTE,
      force: true,
    });
    const delays: number[] = [];
    for (let attempts = 1; attempts <= MAX_RETRIES; attempts++) {
      const retry = ({ delaySeconds }: { delaySeconds: number }) => delays.push(delaySeconds);
      const messages = [{ attempts, body: { customerId }, retry }];
      await processSyncBatch(shop.ctx, { messages } as unknown as MessageBatch<SyncMessage>);
    }
    expect(delays[0]).toBe(2);
    expect(delays.reduce((sum, delay) => sum + delay * SECOND, 0)).toBeGreaterThan(MINUTE);
  });

  it("a batch never drops a dirty customer, even if the lease expires between two reads", async () => {
    const shop = openTestShop();
    const { customerId } = await deliverWithoutProcessing(shop);
    const ctx = shop.ctx();
    const { db, now } = ctx;
    await acquireLease(db, {
      id: customerId,
      token: "other",
      now,
      until: now + MINUTE,
      force: true,
    });
    // The lease is held at the first read of the time and expired at the second.
    const times = [now];
    const slowCtx = {
      ...ctx,
      get now() {
        return times.shift() ?? now + MINUTE;
      },
    };
    expect(await syncStripeCustomer(slowCtx, { customerId })).toEqual({ state: "busy" });
  });

  it("a batch that failed every retry marks its event dead; it is done after Stripe resends it", async () => {
    const shop = openTestShop();
    const { customerId, eventId } = await deliverWithoutProcessing(shop);
    shop.queued.length = 0;
    await processDeadLetters(shop.ctx(), {
      queue: "gatehouse-sync-dead",
      messages: [{ body: { customerId } }],
    } as unknown as MessageBatch<{ customerId: string }>);
    expect(await statusOf(shop, eventId)).toBe("dead");
    const again = (await shop.events()).find(({ id }) => id === eventId);
    await shop.deliver(again!);
    await shop.processQueue();
    expect(await statusOf(shop, eventId)).toBe("done");
  });
});
