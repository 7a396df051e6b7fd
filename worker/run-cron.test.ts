import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { emptyDatabase } from "./testing/database/empty-database.ts";
import { failDatabase } from "./testing/database/fail-database.ts";
import { findSignal } from "./sync/health/health-signals.ts";
import { listStepFailures } from "./sync/health/step-failures.ts";
import { openTestShop, type TestShop } from "./testing/shop.ts";
import { subscribe } from "./testing/fixtures/subscribe.ts";
import { DAY, MINUTE } from "./lib/time.ts";
import { commit } from "./db/client.ts";
import { recordEvents } from "./feed/record-events.ts";
import { createApiClient } from "./testing/clients/api-client.ts";
import { runCron } from "./run-cron.ts";

const FREQUENT = "*/5 * * * *";
const NIGHTLY = "23 3 * * *";

// Scheduled jobs cover all customers.
beforeEach(emptyDatabase);

/** Returns the customers that a run enqueues. */
async function listEnqueuedByRun(shop: TestShop, now = Date.now()): Promise<string[]> {
  shop.queued.length = 0;
  await runCron(shop.ctx(undefined, now), FREQUENT);
  return shop.queued.flatMap(({ customerId }) => customerId ?? []);
}

/** Inserts dirty customers that can't be synced, since they have no Stripe customer. */
async function insertDirtyCustomers(
  shop: TestShop,
  count: number,
  mode = "test",
): Promise<string[]> {
  const userId = await shop.createUser();
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO customers (id, user_id, mode, dirty_seq, is_secondary, created_at)
     SELECT 'cst_' || ?1 || printf('%05d', i), ?1, ?2, 1, 1, 0 FROM n RETURNING id`,
  )
    .bind(userId, mode, count)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

it("dirty customers beyond one run's limit are enqueued by the next run, and then the first ones again", async () => {
  const shop = openTestShop();
  const ids = await insertDirtyCustomers(shop, 4150);
  const first = await listEnqueuedByRun(shop);
  expect(first).toHaveLength(4000);
  const second = await listEnqueuedByRun(shop);
  expect([...first, ...second].toSorted()).toEqual(ids);
  expect(await listEnqueuedByRun(shop)).toEqual(first);
});

it("dirty customers of the other mode are not enqueued", async () => {
  const shop = openTestShop();
  await insertDirtyCustomers(shop, 3, "live");
  expect(await listEnqueuedByRun(shop)).toEqual([]);
});

it("customers whose period ended without an update are enqueued again, every 15 minutes at most", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  // As if 150 more customers had subscribed in the same minute.
  const others = await insertDirtyCustomers(shop, 150);
  await env.DB.prepare(
    `INSERT INTO subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, current_period_end, created_at)
     SELECT 'sub_' || c.id, c.user_id, c.id, 'test', 'sub_' || c.id, 'active', s.current_period_end, 0
     FROM customers c, subscriptions s WHERE c.id IN (SELECT value FROM json_each(?)) AND s.id = ?`,
  )
    .bind(JSON.stringify(others), sub.id)
    .run();
  await env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq").run();

  const later = Date.now() + 40 * DAY;
  const ids = [...others, sub.customerId].toSorted();
  expect(await listEnqueuedByRun(shop)).toEqual([]);
  expect((await listEnqueuedByRun(shop, later)).toSorted()).toEqual(ids);
  // All were synced, and Stripe has no update.
  await env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq, synced_at = ?")
    .bind(later)
    .run();
  expect(await listEnqueuedByRun(shop, later + 5 * MINUTE)).toEqual([]);
  expect((await listEnqueuedByRun(shop, later + 15 * MINUTE)).toSorted()).toEqual(ids);
});

it("the customer of a paused subscription is not enqueued when the period ends", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await env.DB.prepare("UPDATE subscriptions SET status = 'paused' WHERE id = ?")
    .bind(sub.id)
    .run();
  expect(await listEnqueuedByRun(shop, Date.now() + 40 * DAY)).not.toContain(sub.customerId);
});

it("the feed of the last 90 days begins where it stood that night", async () => {
  const shop = openTestShop();
  const now = Date.now();
  const client = await createApiClient(shop, ["events:read"]);
  const record = async () => {
    const ctx = shop.ctx();
    const changes = recordEvents(ctx, { userId: await shop.createUser(), kinds: ["customer"] });
    const [written] = await commit(ctx.db, changes);
    return written!.meta.last_row_id;
  };
  const before = await record();
  await runCron(shop.ctx(undefined, now - 90 * DAY), NIGHTLY);
  const after = await record();
  const { body } = await client.get<{ data: { sequence: number }[] }>("/events");
  expect(body.data.map(({ sequence }) => sequence)).not.toContain(before);
  expect(body.data.map(({ sequence }) => sequence)).toContain(after);
});

it("a step that D1 fails twice is repeated, and the run succeeds", async () => {
  const shop = openTestShop();
  failDatabase(shop, { sql: "event_payloads", times: 2 });
  await runCron(shop.ctx(), FREQUENT);
  expect(await findSignal(shop.ctx(), "cron_frequent")).not.toBeNull();
  expect(await listStepFailures(shop.ctx(), "cron_frequent")).toEqual([]);
});

it("a step that fails for another reason runs once, and is named since when until it succeeds", async () => {
  const shop = openTestShop();
  const database = shop.env.DB;
  const log = vi.spyOn(console, "error").mockReturnValue();
  const start = Date.now();
  for (const run of [0, 1]) {
    failDatabase(shop, { sql: "event_payloads", message: "no such table: event_payloads" });
    await expect(runCron(shop.ctx(undefined, start + run * 5 * MINUTE), FREQUENT)).rejects.toThrow(
      "Steps of cron_frequent failed: movePayloads",
    );
    shop.env.DB = database;
  }
  log.mockRestore();
  expect(await listStepFailures(shop.ctx(), "cron_frequent")).toEqual([
    { step: "movePayloads", since: start, runs: 2, isOfStripe: false },
  ]);
  await runCron(shop.ctx(undefined, start + 10 * MINUTE), FREQUENT);
  expect(await listStepFailures(shop.ctx(), "cron_frequent")).toEqual([]);
});
