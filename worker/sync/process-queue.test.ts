import { describe, expect, it } from "vitest";
import type { SyncMessage } from "../context.ts";
import { payForNewProduct, reasonsOf } from "../testing/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { findEvent } from "./inbox/store.ts";
import { MINUTE, SECOND } from "../lib/time.ts";
import { releaseLease, takeLease } from "./customer/store.ts";
import { commit } from "../db/client.ts";
import { syncCustomer } from "./customer/sync-stripe-customer.ts";
import { workDeadLetters, workSyncBatch } from "./process-queue.ts";

/** As in wrangler.toml. */
const MAX_RETRIES = 8;

/** A buyer whose every event has been delivered and not been worked. */
async function deliveredAndWaiting(shop: TestShop) {
  const purchase = await payForNewProduct(shop);
  const events = await shop.events();
  for (const event of events) await shop.deliver(event);
  const completed = events.find(({ type }) => type === "checkout.session.completed")!;
  return { ...purchase, eventId: completed.id };
}

async function refetches(shop: TestShop): Promise<number> {
  const { requests } = await shop.control<{ requests: { method: string; path: string }[] }>(
    "requests",
  );
  return requests.filter(({ method, path }) => method === "GET" && path === "/v1/subscriptions")
    .length;
}

const statusOf = async (shop: TestShop, id: string) =>
  (await findEvent(shop.ctx().db, "test", id))?.status;

describe("a batch of the sync queue", () => {
  it("is one refetch per customer, however many events there were", async () => {
    const shop = openTestShop();
    const { userId } = await deliveredAndWaiting(shop);
    // A delivery that came twice, or cron, sends one more.
    shop.queued.push(...shop.queued, ...shop.queued);
    const before = await refetches(shop);
    const { explicitAcks, retryMessages } = await shop.work();
    expect((await refetches(shop)) - before).toBe(1);
    expect(retryMessages).toEqual([]);
    expect(explicitAcks).toEqual([]);
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("that fails is retried later, not acknowledged (better-auth#10534, dj-stripe#832); the event says why and is done in the end", async () => {
    const shop = openTestShop();
    const { userId, customerId, eventId } = await deliveredAndWaiting(shop);
    const waiting = shop.queued.filter((message) => message.customerId === customerId);
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 500 });
    const { retryMessages } = await shop.work();
    expect(retryMessages).toHaveLength(waiting.length);
    expect(await findEvent(shop.ctx().db, "test", eventId)).toMatchObject({
      status: "received",
      attempts: 1,
      error: expect.stringContaining("StripeAPIError"),
    });
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 500 });
    shop.queued.push({ customerId });
    await shop.work();
    expect(await statusOf(shop, eventId)).toBe("done");
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("that meets a held lease comes back shortly and is not dropped", async () => {
    const shop = openTestShop();
    const { customerId, eventId } = await deliveredAndWaiting(shop);
    const { db, now } = shop.ctx();
    await takeLease(db, { id: customerId, token: "other", now, until: now + MINUTE, force: true });
    const { retryMessages } = await shop.work();
    expect(retryMessages.length).toBeGreaterThan(0);
    expect(await statusOf(shop, eventId)).toBe("received");
    await commit(db, [releaseLease(db, customerId, "other")]);
    shop.queued.push({ customerId });
    await shop.work();
    expect(await statusOf(shop, eventId)).toBe("done");
  });

  it("outlives the lease of a sync that died: its last try is after the lease's end", async () => {
    const shop = openTestShop();
    const { customerId } = await deliveredAndWaiting(shop);
    const { db, now } = shop.ctx();
    await takeLease(db, { id: customerId, token: "dead", now, until: now + MINUTE, force: true });
    const delays: number[] = [];
    for (let attempts = 1; attempts <= MAX_RETRIES; attempts++) {
      const retry = ({ delaySeconds }: { delaySeconds: number }) => delays.push(delaySeconds);
      const messages = [{ attempts, body: { customerId }, retry }];
      await workSyncBatch(shop.ctx, { messages } as unknown as MessageBatch<SyncMessage>);
    }
    expect(delays[0]).toBe(2);
    expect(delays.reduce((sum, delay) => sum + delay * SECOND, 0)).toBeGreaterThan(MINUTE);
  });

  it("never drops a customer that is dirty, even where the lease was free again a moment later", async () => {
    const shop = openTestShop();
    const { customerId } = await deliveredAndWaiting(shop);
    const ctx = shop.ctx();
    const { db, now } = ctx;
    await takeLease(db, { id: customerId, token: "other", now, until: now + MINUTE, force: true });
    // The lease is held when it is asked for, and over when it is asked why.
    const times = [now];
    const late = {
      ...ctx,
      get now() {
        return times.shift() ?? now + MINUTE;
      },
    };
    expect(await syncCustomer(late, { customerId })).toEqual({ state: "busy" });
  });

  it("that no retry could work is dead, said so, and done once it is sent again and succeeds", async () => {
    const shop = openTestShop();
    const { customerId, eventId } = await deliveredAndWaiting(shop);
    shop.queued.length = 0;
    await workDeadLetters(shop.ctx(), {
      queue: "gatehouse-sync-dead",
      messages: [{ body: { customerId } }],
    } as unknown as MessageBatch<{ customerId: string }>);
    expect(await statusOf(shop, eventId)).toBe("dead");
    const again = (await shop.events()).find(({ id }) => id === eventId);
    await shop.deliver(again!);
    await shop.work();
    expect(await statusOf(shop, eventId)).toBe("done");
  });
});
