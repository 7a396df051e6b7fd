import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { replayEvents } from "../../admin/events/replay-events.ts";
import { listEvents } from "../../admin/events/list-events.ts";
import { showEvent } from "../../admin/events/show-event.ts";
import { DAY } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop } from "../../testing/shop.ts";
import { removeOldEventPayloads } from "./delete-old-events.ts";

// Retention covers all events.
beforeEach(emptyDatabase);

const NIGHTLY = "23 3 * * *";
const now = Date.now();

/** Inserts events of this age in days, one for each status. */
async function insertEvents(
  ageDays: number,
  statuses: ("received" | "unmatched" | "done" | "ignored" | "dead")[],
  type = "product.updated",
): Promise<string[]> {
  const ids = statuses.map(() => `evt_${crypto.randomUUID().replaceAll("-", "")}`);
  const insert = env.DB.prepare(
    "INSERT INTO events (id, mode, type, status, payload, created_at, received_at) VALUES (?1, 'test', ?2, ?3, '{}', ?4, ?4)",
  );
  await env.DB.batch(ids.map((id, at) => insert.bind(id, type, statuses[at], now - ageDays * DAY)));
  return ids;
}

async function listWithPayload(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT id FROM events WHERE payload <> '' ORDER BY id",
  ).all<{ id: string }>();
  return results.map(({ id }) => id);
}

it("the payloads of events older than 90 days are removed every night; those that wait keep theirs", async () => {
  const shop = openTestShop();
  const [done, ignored, dead] = await insertEvents(91, ["done", "ignored", "dead"]);
  const kept = [
    ...(await insertEvents(91, ["received", "unmatched"])),
    ...(await insertEvents(89, ["done"])),
  ];
  await runCron(shop.ctx(undefined, now), NIGHTLY);
  expect(await listWithPayload()).toEqual(kept.toSorted());
  for (const id of [done, ignored, dead])
    expect(await showEvent(shop.ctx(), { id: id! })).toMatchObject({
      payload: null,
      payloadRemovedAt: now,
    });
  const { items } = await listEvents(shop.ctx(), {});
  expect(items.filter(({ payloadRemovedAt }) => payloadRemovedAt === now)).toHaveLength(3);
});

it("the owner chooses for how many days", async () => {
  const shop = openTestShop();
  Object.assign(shop.env, { EVENT_PAYLOAD_DAYS: "30" });
  await insertEvents(31, ["done"]);
  const kept = await insertEvents(29, ["done"]);
  await removeOldEventPayloads(shop.ctx(undefined, now));
  expect(await listWithPayload()).toEqual(kept);
});

it("one night removes at most 20,000, and the next one the rest", async () => {
  const shop = openTestShop();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20500)
     INSERT INTO events (id, mode, type, status, payload, created_at, received_at)
     SELECT 'evt_' || i, 'test', 'x', 'done', '{}', 0, i FROM n`,
  ).run();
  expect(await removeOldEventPayloads(shop.ctx(undefined, now))).toBe(20_000);
  expect(await removeOldEventPayloads(shop.ctx(undefined, now))).toBe(500);
  expect(await removeOldEventPayloads(shop.ctx(undefined, now))).toBe(0);
});

it("replaying an event about the catalog without its payload says why it can't be replayed", async () => {
  const shop = openTestShop();
  const ids = await insertEvents(91, ["dead"]);
  await removeOldEventPayloads(shop.ctx(undefined, now));
  await expect(replayEvents(shop.ctx(), { eventIds: ids })).rejects.toMatchObject({
    code: "event_payload_removed",
  });
});
