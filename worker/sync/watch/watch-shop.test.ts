import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { commit, openDatabase } from "../../db/client.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { oldRenderedMarkdown } from "../../markdown/store.ts";
import { runCron } from "../../run-cron.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { interceptDatabase } from "../../testing/database/intercept-database.ts";
import { createCountingD1 } from "../../testing/database/create-counting-d1.ts";
import { createMember } from "../../testing/fixtures/members.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { removeOldRows } from "../health/remove-old-rows.ts";
import { saveStepFailures } from "../health/step-failures.ts";
import { readShopState, watchShop } from "./watch-shop.ts";

// There is one state for each mode, and all tests share a mode.
beforeEach(emptyDatabase);

const start = Date.now();
const GB = 1e9;

/** Opens a shop with an owner, and a database of the size that the test sets. Times are in milliseconds after `start`. */
async function openWatchedShop() {
  const shop = openTestShop({ hasEmailSender: true });
  const owner = await createMember(shop, "owner");
  const size = { bytes: 1 * GB };
  const d1 = interceptDatabase(env.DB, async (_, call) => {
    const answer = (await call()) as { meta?: D1Meta };
    return (
      answer?.meta ? { ...answer, meta: { ...answer.meta, size_after: size.bytes } } : answer
    ) as never;
  });
  const at = (ms: number) => ({ ...shop.ctx(undefined, start + ms), db: openDatabase(d1) });
  return {
    shop,
    at,
    size,
    async watch(ms: number) {
      const log = vi.spyOn(console, "error").mockReturnValue();
      await watchShop(at(ms));
      log.mockRestore();
    },
    emails: async () => shop.emailsTo(owner.id),
    subjects: async () => (await shop.emailsTo(owner.id)).map(({ subject }) => subject),
  };
}

it("the team gets one email when the database is 60% full, and one when it is 80% full", async () => {
  const { size, watch, subjects, emails, at } = await openWatchedShop();
  for (const [minutes, bytes] of [
    [0, 5.9],
    [5, 6.1],
    [10, 6.2],
    [30, 7.9],
    [60, 8],
    [65, 8.1],
  ] as const) {
    size.bytes = bytes * GB;
    await watch(minutes * MINUTE);
  }
  expect(await subjects()).toEqual(["The database is 60% full", "The database is 80% full"]);
  const [first] = await emails();
  expect(first!.text).toContain("The database has 6.1 GB of 10 GB.");
  expect(first!.text).toContain("EVENT_DAYS=35");
  expect(await readShopState(at(0))).toMatchObject({ databaseBytes: 8.1 * GB });
});

it("the team hears which jobs fail in three runs in a row, and once that they work again", async () => {
  const { watch, subjects, emails, at } = await openWatchedShop();
  const save = async (ms: number, failures: [string, unknown][]) =>
    commit(at(ms).db, await saveStepFailures(at(ms), "cron_frequent", new Map(failures)));
  const failure: [string, unknown] = ["enqueueWebhooks", new Error("out of order")];
  for (const run of [0, 1, 2]) {
    await watch(run * 5 * MINUTE);
    expect(await subjects()).toEqual([]);
    await save(run * 5 * MINUTE, [failure]);
  }
  await watch(15 * MINUTE);
  await save(15 * MINUTE, [failure]);
  await watch(20 * MINUTE);
  expect(await subjects()).toEqual(["Scheduled jobs are failing"]);
  expect((await emails())[0]!.text).toMatch(/enqueueWebhooks[^]*npm run logs/);
  await save(20 * MINUTE, []);
  for (const minutes of [25, 30, 40, 60]) await watch(minutes * MINUTE);
  expect(await subjects()).toEqual([
    "Scheduled jobs are failing",
    "Scheduled jobs are working again",
  ]);
});

it("a problem that comes back within a quarter of an hour is the same one", async () => {
  const { size, watch, subjects } = await openWatchedShop();
  for (const [minutes, bytes] of [
    [0, 6.1],
    [5, 5.9],
    [15, 6.1],
    [20, 5.9],
    [25, 5.9],
  ] as const) {
    size.bytes = bytes * GB;
    await watch(minutes * MINUTE);
  }
  expect(await subjects()).toEqual(["The database is 60% full"]);
});

it("the team hears that syncs are late, and that old data is kept for too long", async () => {
  const { shop, at, watch, subjects } = await openWatchedShop();
  await payForNewProduct(shop);
  for (const event of await shop.events()) await shop.deliver(event);
  await watch(29 * MINUTE);
  expect(await subjects()).toEqual([]);
  await watch(31 * MINUTE);
  expect(await subjects()).toContain("Changes from Stripe are processed late");
  const log = vi.spyOn(console, "error").mockReturnValue();
  const removing = {
    ...oldRenderedMarkdown,
    remove: () => {
      throw new Error("out of order");
    },
  };
  await expect(removeOldRows(at(0), [removing])).rejects.toThrow("Could not remove");
  log.mockRestore();
  await watch(2 * DAY + MINUTE);
  expect(await subjects()).toContain("Old data isn’t removed in time");
});

it("stopped webhooks and late emails are known, and not reported a second time or by email", async () => {
  const { at, watch, subjects } = await openWatchedShop();
  await env.DB.prepare(
    `INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, attempts, next_attempt_at, created_at)
     SELECT 'eml_late', id, 'purchase', 'late', 'ord_1', 'queued', 0, ?1, ?1 FROM users LIMIT 1`,
  )
    .bind(start - 31 * MINUTE)
    .run();
  await env.DB.prepare(
    "INSERT INTO cursors (name, value, updated_at) VALUES ('webhook-watch:test', ?, 0)",
  )
    .bind(JSON.stringify({ state: "stalled", since: start, eventAt: start, at: start }))
    .run();
  await watch(0);
  const { problems } = (await readShopState(at(0)))!;
  expect(problems.map(({ code }) => code)).toEqual(["webhooks_stopped", "emails_late"]);
  expect(await subjects()).toEqual([]);
});

it("cron looks with few rows, and writes nothing when nothing has changed", async () => {
  const shop = openTestShop();
  await runCron(shop.ctx(), "*/5 * * * *");
  const counting = createCountingD1(env.DB);
  await watchShop({ ...shop.ctx(), db: openDatabase(counting.d1) });
  const { read, written } = counting.take();
  expect(read).toBeLessThan(20);
  expect(written).toBe(0);
});
