import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { openTestShop, type TestShop } from "./testing/shop.ts";
import { subscribe } from "./testing/subscribe.ts";
import { DAY, MINUTE } from "./lib/time.ts";
import { runCron } from "./run-cron.ts";

const FREQUENT = "*/5 * * * *";

beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq"),
    env.DB.prepare("DELETE FROM cursors"),
  ]);
});

/** What a run enqueues. */
async function enqueuedBy(shop: TestShop, now = Date.now()): Promise<string[]> {
  shop.queued.length = 0;
  await runCron(shop.ctx(undefined, now), FREQUENT);
  return shop.queued.flatMap(({ customerId }) => customerId ?? []);
}

/** As many customers that are dirty, and that nobody can sync. */
async function addDirty(shop: TestShop, many: number, mode = "test"): Promise<string[]> {
  const userId = await shop.newBuyer();
  const { results } = await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
     INSERT INTO customers (id, user_id, mode, dirty_seq, is_secondary, created_at)
     SELECT 'cst_' || ?1 || printf('%05d', i), ?1, ?2, 1, 1, 0 FROM n RETURNING id`,
  )
    .bind(userId, mode, many)
    .all<{ id: string }>();
  return results.map(({ id }) => id);
}

it("more who are dirty than one run takes: the next takes the others, and then it begins anew", async () => {
  const shop = openTestShop();
  const ids = await addDirty(shop, 4150);
  const first = await enqueuedBy(shop);
  expect(first).toHaveLength(4000);
  const second = await enqueuedBy(shop);
  expect([...first, ...second].toSorted()).toEqual(ids);
  expect(await enqueuedBy(shop)).toEqual(first);
});

it("customers of the other mode are not looked for with this mode's key", async () => {
  const shop = openTestShop();
  await addDirty(shop, 3, "live");
  expect(await enqueuedBy(shop)).toEqual([]);
});

it("whose period is over without news is looked at again, however many they are, and not at every run", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  // As if 150 more had subscribed in the same minute.
  const others = await addDirty(shop, 150);
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
  expect(await enqueuedBy(shop)).toEqual([]);
  expect((await enqueuedBy(shop, later)).toSorted()).toEqual(ids);
  // All were looked at, and Stripe has no news.
  await env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq, synced_at = ?")
    .bind(later)
    .run();
  expect(await enqueuedBy(shop, later + 5 * MINUTE)).toEqual([]);
  expect((await enqueuedBy(shop, later + 15 * MINUTE)).toSorted()).toEqual(ids);
});

it("a subscription that Stripe has paused is not asked for again and again", async () => {
  const shop = openTestShop();
  const sub = await subscribe(shop);
  await env.DB.prepare("UPDATE subscriptions SET status = 'paused' WHERE id = ?")
    .bind(sub.id)
    .run();
  expect(await enqueuedBy(shop, Date.now() + 40 * DAY)).not.toContain(sub.customerId);
});
