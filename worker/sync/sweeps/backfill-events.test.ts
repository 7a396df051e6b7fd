import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { DAY } from "../../lib/time.ts";
import { backfillEvents } from "./backfill-events.ts";
import { runCron } from "../../run-cron.ts";

// There is one cursor for each mode, and all tests share a mode.
beforeEach(emptyDatabase);

/** Creates events of one of our customers without delivering them. */
async function loseEvents(shop: TestShop, count: number) {
  const { userId } = await payForNewProduct(shop);
  // The payment is captured some seconds later, which is an event too.
  await shop.control("clock", { advanceSeconds: 10 });
  const { stripe } = shop.ctx();
  const [customer] = (await stripe.customers.list()).data;
  for (let index = 0; index < count; index++)
    await stripe.customers.update(customer!.id, { description: `Edit ${index}` });
  return { userId };
}

/** Counts the stored `customer.updated` events of this account's customer. */
async function countIngestedEvents(shop: TestShop): Promise<number> {
  const [customer] = (await shop.ctx().stripe.customers.list()).data;
  const count = await env.DB.prepare(
    "SELECT count(*) AS n FROM events WHERE type = 'customer.updated' AND stripe_customer_id = ?",
  )
    .bind(customer!.id)
    .first<number>("n");
  return count ?? 0;
}

describe("the hourly backfill", () => {
  it("the hourly backfill ingests every undelivered event once", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    await shop.control("clock", { advanceSeconds: 10 });
    const { seen, missed, finished } = await backfillEvents(shop.ctx());
    expect(missed).toBe(seen);
    expect(finished).toBe(true);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect(await backfillEvents(shop.ctx())).toEqual({ seen, missed: 0, finished: true });
  });

  it("the hourly backfill starts over after an error, since its cursor didn't move", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/events", times: 99, status: 429 });
    await expect(backfillEvents(shop.ctx())).rejects.toThrow("rate limit");
    await shop.control("faults", { match: "GET /v1/events", times: 0, status: 429 });
    await backfillEvents(shop.ctx());
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("more missed events than one run ingests", () => {
  it("missed events beyond one run are ingested by the next runs, which continue there", async () => {
    const shop = openTestShop();
    const { userId } = await loseEvents(shop, 150);
    const runs = [await backfillEvents(shop.ctx(), { pages: 2, newEvents: 300 })];
    expect(runs[0]!.finished).toBe(false);
    expect(await countIngestedEvents(shop)).toBe(100);
    while (!runs.at(-1)!.finished)
      runs.push(await backfillEvents(shop.ctx(), { pages: 1, newEvents: 300 }));
    expect(await countIngestedEvents(shop)).toBe(150);
    for (const { seen, missed } of runs) expect(missed).toBe(seen);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });

  it("missed events beyond one run are ingested by the frequent cron job, not only after an hour", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    await backfillEvents(shop.ctx(), { pages: 2, newEvents: 300 });
    await runCron(shop.ctx(), "*/5 * * * *");
    expect(await countIngestedEvents(shop)).toBe(150);
    expect(await backfillEvents(shop.ctx())).toMatchObject({ missed: 0, finished: true });
  });

  it("missed events stop a run at its limit of new events, even below its limit of pages", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    expect(await backfillEvents(shop.ctx(), { pages: 40, newEvents: 50 })).toMatchObject({
      finished: false,
    });
    expect(await countIngestedEvents(shop)).toBe(100);
  });

  it("missed events are listed from the start if the walk was not continued for a day", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    await backfillEvents(shop.ctx(), { pages: 2, newEvents: 300 });
    const later = shop.ctx(undefined, Date.now() + 2 * DAY);
    expect(await backfillEvents(later)).toMatchObject({ finished: true });
    expect(await countIngestedEvents(shop)).toBe(150);
  });
});

it("a backfill of known events takes only a few reads per page", async () => {
  const shop = openTestShop();
  await loseEvents(shop, 110);
  await backfillEvents(shop.ctx());
  const { db, usage } = countReads(shop.env.DB);
  const { seen } = await backfillEvents({ ...shop.ctx(), db });
  expect(seen).toBeGreaterThan(110);
  expect(usage.statements).toBeLessThan(12);
});
