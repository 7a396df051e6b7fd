import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { commit } from "../../db/client.ts";
import { HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { beginSweep, continueJob, resumeJob } from "./continue-job.ts";
import { startRebuild, showRebuild } from "./rebuild.ts";
import { findLastSweep } from "./store.ts";

// Jobs cover the whole shop.
beforeEach(emptyDatabase);

const start = Date.now();

/** Opens a shop whose sweep has begun and is continued by messages: one page of each, so ten or so. */
async function openSweepingShop(shop: TestShop) {
  await beginSweep(shop.ctx(undefined, start), { pages: 4, kind: "full" });
  expect(shop.queued).toEqual([{ job: "sweep" }]);
  return shop;
}

const findSweep = (shop: TestShop) => findLastSweep(shop.ctx().db, "test");

async function countRequests(shop: TestShop): Promise<number> {
  return (await shop.control<{ requests: unknown[] }>("requests")).requests.length;
}

it("a sweep goes on by messages until it is finished", async () => {
  const shop = await openSweepingShop(openTestShop());
  expect(await findSweep(shop)).toMatchObject({ finishedAt: null });
  await shop.processQueue();
  expect(await findSweep(shop)).toMatchObject({ finishedAt: expect.any(Number) });
  expect(shop.queued).toEqual([]);
});

it("a sweep whose message was lost is continued by cron after two minutes", async () => {
  const shop = await openSweepingShop(openTestShop());
  shop.loseMessages();
  const { phase } = (await findSweep(shop))!;
  await resumeJob(shop.ctx(undefined, start + MINUTE), "sweep");
  expect(await findSweep(shop)).toMatchObject({ phase, finishedAt: null });
  await runCron(shop.ctx(undefined, start + 5 * MINUTE), "*/5 * * * *");
  expect(await findSweep(shop)).toMatchObject({ finishedAt: expect.any(Number) });
});

it("jobs wait while Stripe refuses requests, longer each time, and the syncs of customers do not", async () => {
  const log = vi.spyOn(console, "warn").mockImplementation(() => {});
  const shop = await openSweepingShop(openTestShop());
  shop.loseMessages();
  const fail = (times: number) =>
    shop.control("faults", { match: "GET /v1/customers", times, status: 429 });
  const resumeAt = async (seconds: number) => {
    const before = await countRequests(shop);
    await resumeJob(shop.ctx(undefined, start + 5 * MINUTE + seconds * SECOND), "sweep");
    return (await countRequests(shop)) - before;
  };
  await fail(99);
  expect(await resumeAt(0)).toBeGreaterThan(0);
  expect(await resumeAt(29)).toBe(0);
  expect(await resumeAt(30)).toBeGreaterThan(0);
  expect(await resumeAt(89)).toBe(0);
  expect(shop.queued).toEqual([]);
  await fail(0);
  expect(await resumeAt(90)).toBeGreaterThan(0);
  expect(await findSweep(shop)).toMatchObject({ finishedAt: expect.any(Number) });
  log.mockRestore();
});

it("a rebuild goes on by messages, and slowly while many customers wait for a sync", async () => {
  const shop = openTestShop();
  for (let more = 0; more < 60; more++) await shop.createUser();
  await startRebuild(shop.ctx(undefined, start));
  const { db } = shop.ctx();
  const userId = await shop.createUser();
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 501)
     INSERT INTO customers (id, user_id, mode, dirty_seq, is_secondary, created_at)
     SELECT 'cst_' || i, ?, 'test', 1, 1, 0 FROM n`,
  )
    .bind(userId)
    .run();
  await continueJob(shop.ctx(undefined, start), "rebuild");
  const first = (await showRebuild(shop.ctx()))!;
  expect(first).toMatchObject({ restoredUpTo: expect.stringMatching(/./), finishedAt: null });
  expect(shop.queued).toEqual([{ job: "rebuild" }]);
  // A message that was delivered twice.
  await continueJob(shop.ctx(undefined, start - HOUR), "rebuild");
  expect(await showRebuild(shop.ctx())).toEqual(first);
  await commit(db, [{ toSQL: () => ({ sql: "UPDATE customers SET synced_seq = 1", params: [] }) }]);
  await continueJob(shop.ctx(undefined, start + SECOND), "rebuild");
  expect(await showRebuild(shop.ctx())).toMatchObject({ finishedAt: expect.any(Number) });
});
