import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { countReads } from "../../testing/count-reads.ts";
import { payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { DAY } from "../../lib/time.ts";
import { backfillEvents } from "./backfill-events.ts";
import { runCron } from "../../run-cron.ts";

// Where a walk stands is kept for each mode, and not for each of the tests' accounts.
beforeEach(() => env.DB.prepare("DELETE FROM cursors WHERE name LIKE 'backfill:%'").run());

/** So many events of a customer of ours, of which none was delivered. */
async function loseEvents(shop: TestShop, many: number) {
  const { userId } = await payForNewProduct(shop);
  const { stripe } = shop.ctx();
  const [customer] = (await stripe.customers.list()).data;
  for (let made = 0; made < many; made++)
    await stripe.customers.update(customer!.id, { description: `Edit ${made}` });
  return { userId };
}

/** How many events the shop has of this account's customer. */
async function countTaken(shop: TestShop): Promise<number> {
  const [customer] = (await shop.ctx().stripe.customers.list()).data;
  const count = await env.DB.prepare(
    "SELECT count(*) AS n FROM events WHERE type = 'customer.updated' AND stripe_customer_id = ?",
  )
    .bind(customer!.id)
    .first<number>("n");
  return count ?? 0;
}

describe("the hourly backfill", () => {
  it("takes every event that no delivery brought, once", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const { seen, missed, finished } = await backfillEvents(shop.ctx());
    expect(missed).toBe(seen);
    expect(finished).toBe(true);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    expect(await backfillEvents(shop.ctx())).toEqual({ seen, missed: 0, finished: true });
  });

  it("that was cut short starts over: the cursor stays", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    await shop.control("faults", { match: "GET /v1/events", times: 99, status: 429 });
    await expect(backfillEvents(shop.ctx())).rejects.toThrow("rate limit");
    await shop.control("faults", { match: "GET /v1/events", times: 0, status: 429 });
    await backfillEvents(shop.ctx());
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("more events than one run takes", () => {
  it("are taken by the next, which go on where the last one stopped; then it is the hour's again", async () => {
    const shop = openTestShop();
    const { userId } = await loseEvents(shop, 150);
    const runs = [await backfillEvents(shop.ctx(), { pages: 2, taken: 300 })];
    expect(runs[0]!.finished).toBe(false);
    expect(await countTaken(shop)).toBe(100);
    while (!runs.at(-1)!.finished)
      runs.push(await backfillEvents(shop.ctx(), { pages: 1, taken: 300 }));
    expect(await countTaken(shop)).toBe(150);
    for (const { seen, missed } of runs) expect(missed).toBe(seen);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
  });

  it("are gone on with by cron within minutes, not within an hour", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    await backfillEvents(shop.ctx(), { pages: 2, taken: 300 });
    await runCron(shop.ctx(), "*/5 * * * *");
    expect(await countTaken(shop)).toBe(150);
    expect(await backfillEvents(shop.ctx())).toMatchObject({ missed: 0, finished: true });
  });

  it("a run stops when it has taken many, however many pages it may walk", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    expect(await backfillEvents(shop.ctx(), { pages: 40, taken: 50 })).toMatchObject({
      finished: false,
    });
    expect(await countTaken(shop)).toBe(100);
  });

  it("of a walk that nobody went on with for a day: begun anew, since Stripe may have forgotten where it stood", async () => {
    const shop = openTestShop();
    await loseEvents(shop, 150);
    await backfillEvents(shop.ctx(), { pages: 2, taken: 300 });
    const later = shop.ctx(undefined, Date.now() + 2 * DAY);
    expect(await backfillEvents(later)).toMatchObject({ finished: true });
    expect(await countTaken(shop)).toBe(150);
  });
});

it("events that were all delivered cost a read for each page of them", async () => {
  const shop = openTestShop();
  await loseEvents(shop, 110);
  await backfillEvents(shop.ctx());
  const { db, asked } = countReads(shop.env.DB);
  const { seen } = await backfillEvents({ ...shop.ctx(), db });
  expect(seen).toBeGreaterThan(110);
  expect(asked.statements).toBeLessThan(12);
});
