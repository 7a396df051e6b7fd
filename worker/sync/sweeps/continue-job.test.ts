import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { commit } from "../../db/client.ts";
import { DAY, HOUR, MINUTE, SECOND } from "../../lib/time.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { beginRebuild, beginSweep, continueJob, resumeJob, resumeRebuild } from "./continue-job.ts";
import { pauseRebuild } from "./pause-rebuild.ts";
import { runRebuildStep, startRebuild } from "./rebuild.ts";
import { rebuildCursor, showRebuild, type Rebuild } from "./rebuild-progress.ts";
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
  expect(await showRebuild(shop.ctx())).toMatchObject({ restoredUpTo: first.restoredUpTo });
  await commit(db, [{ toSQL: () => ({ sql: "UPDATE customers SET synced_seq = 1", params: [] }) }]);
  await continueJob(shop.ctx(undefined, start + SECOND), "rebuild");
  expect(await showRebuild(shop.ctx())).toMatchObject({ finishedAt: expect.any(Number) });
});

it("a pause survives restarts and deployments: neither messages nor cron continue the rebuild for days", async () => {
  const before = openTestShop();
  for (let more = 0; more < 30; more++) await before.createUser();
  await beginRebuild(before.ctx(undefined, start));
  await runRebuildStep(before.ctx(undefined, start));
  await pauseRebuild(before.ctx(undefined, start));
  const paused = await showRebuild(before.ctx());
  expect(paused).toMatchObject({ done: 25, pausedAt: start, finishedAt: null });
  // Everything that a Worker holds is new, and so are its messages.
  const after = openTestShop();
  await continueJob(after.ctx(undefined, start + MINUTE), "rebuild");
  for (const days of [1, 2]) {
    await runCron(after.ctx(undefined, start + days * DAY), "*/5 * * * *");
    await runCron(after.ctx(undefined, start + days * DAY), "23 3 * * *");
  }
  expect(await showRebuild(after.ctx())).toEqual(paused);
  await resumeRebuild(after.ctx(undefined, start + 3 * DAY));
  expect(after.queued).toContainEqual({ job: "rebuild" });
  await continueJob(after.ctx(undefined, start + 3 * DAY), "rebuild");
  expect(await showRebuild(after.ctx())).toMatchObject({
    startedAt: start,
    finishedAt: expect.any(Number),
    pausedAt: null,
  });
});

it("the time left follows from the pace since the part began, or since the rebuild was resumed", async () => {
  const shop = openTestShop();
  const { db } = shop.ctx();
  const at = (ms: number) => shop.ctx(undefined, start + ms);
  const leftAt = async (ms: number) => (await showRebuild(at(ms)))?.timeLeftMs;
  const save = (done: number, fields: Partial<Rebuild> = {}) =>
    commit(db, [
      rebuildCursor.save(at(0), {
        startedAt: start,
        partAt: start,
        restoredUpTo: null,
        totals: { users: 0, customers: 10_000 },
        after: null,
        customers: done,
        withoutUser: [],
        finishedAt: null,
        ...fields,
      }),
    ]);
  // Too little is known: 200 in half a minute.
  await save(0);
  expect(await leftAt(0)).toBe(25 * MINUTE);
  await save(1000);
  expect(await leftAt(10 * MINUTE)).toBe(90 * MINUTE);
  await pauseRebuild(at(10 * MINUTE));
  expect(await leftAt(12 * MINUTE)).toBeNull();
  await resumeRebuild(at(5 * HOUR));
  expect(await leftAt(5 * HOUR)).toBe(22.5 * MINUTE);
  await save(2000);
  expect(await leftAt(5 * HOUR + 20 * MINUTE)).toBe(160 * MINUTE);
  // While rows are restored, all customers still have to be fetched.
  await save(0, { restoredUpTo: "", users: 0, totals: { users: 6000, customers: 200 } });
  expect(await leftAt(0)).toBe(MINUTE);
  // A rebuild that an earlier version started doesn't know how much there is.
  const old = { startedAt: start, restoredUpTo: null, after: "cus_1", customers: 7 };
  await commit(db, [rebuildCursor.save(at(0), { ...old, withoutUser: [], finishedAt: null })]);
  expect(await showRebuild(at(0))).toMatchObject({ done: 7, total: 0, timeLeftMs: null });
});
