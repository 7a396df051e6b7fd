import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { DAY, MINUTE } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { listAccessReasons, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { removeOldRows } from "../health/remove-old-rows.ts";
import { oldEvents } from "./store.ts";

// Retention covers all events.
beforeEach(emptyDatabase);

const NIGHTLY = "23 3 * * *";
const FREQUENT = "*/5 * * * *";
const now = Date.now();

/** Inserts an event of each status, received `ageDays` ago. */
async function insertEvents(ageDays: number, statuses: string[]): Promise<void> {
  const insert = env.DB.prepare(
    "INSERT INTO events (id, mode, type, status, payload, created_at, received_at) VALUES (?1, 'test', 'x', ?2, '{}', ?3, ?3)",
  );
  await env.DB.batch(
    statuses.map((status) => insert.bind(`evt_${status}_${ageDays}`, status, now - ageDays * DAY)),
  );
}

async function listEventIds(): Promise<string[]> {
  const { results } = await env.DB.prepare("SELECT id FROM events ORDER BY id").all<{
    id: string;
  }>();
  return results.map(({ id }) => id);
}

it("processed events older than 90 days are deleted every night; those that wait or failed stay", async () => {
  const shop = openTestShop();
  await insertEvents(91, ["done", "ignored", "received", "unmatched", "dead"]);
  await insertEvents(89, ["done", "ignored"]);
  await runCron(shop.ctx(undefined, now), NIGHTLY);
  expect(await listEventIds()).toEqual(
    [
      "evt_received_91",
      "evt_unmatched_91",
      "evt_dead_91",
      "evt_done_89",
      "evt_ignored_89",
    ].toSorted(),
  );
});

it("the owner chooses for how many days", async () => {
  const shop = openTestShop();
  Object.assign(shop.env, { EVENT_DAYS: "40" });
  await insertEvents(41, ["done"]);
  await insertEvents(39, ["done"]);
  await removeOldRows(shop.ctx(undefined, now), [oldEvents]);
  expect(await listEventIds()).toEqual(["evt_done_39"]);
});

it("more events than a run deletes are deleted five minutes later, beside those that wait", async () => {
  const shop = openTestShop();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20520)
     INSERT INTO events (id, mode, type, status, payload, created_at, received_at)
     SELECT 'evt_' || i, 'test', 'x', CASE WHEN i % 1000 = 0 THEN 'dead' ELSE 'done' END, '', 0, i FROM n`,
  ).run();
  await removeOldRows(shop.ctx(undefined, now), [oldEvents]);
  expect(await listEventIds()).toHaveLength(520);
  await runCron(shop.ctx(undefined, now + 5 * MINUTE), FREQUENT);
  expect(await listEventIds()).toHaveLength(20);
});

it("an event that arrives again after it was deleted changes nothing", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { userId } = await payForNewProduct(shop);
  const paid = (await shop.events()).find(({ type }) => type === "checkout.session.completed")!;
  const deliver = async () => {
    expect((await shop.deliver(paid)).status).toBe(200);
    await shop.processQueue();
  };
  const readShop = async () => ({
    access: await listAccessReasons(shop, userId),
    emails: (await shop.emailsTo(userId)).length,
    feed: await env.DB.prepare("SELECT count(*) AS n FROM feed_events").first("n"),
  });
  await deliver();
  const before = await readShop();
  expect(before).toMatchObject({ access: ["order_paid"], emails: 1 });
  await removeOldRows(shop.ctx(undefined, Date.now() + 91 * DAY), [oldEvents]);
  expect(await listEventIds()).not.toContain(paid.id);
  await deliver();
  expect(await readShop()).toEqual(before);
});
