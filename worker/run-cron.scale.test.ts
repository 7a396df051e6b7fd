import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DAY, HOUR, MINUTE } from "./lib/time.ts";
import { runCron } from "./run-cron.ts";
import { createCountingD1 } from "./testing/database/create-counting-d1.ts";
import { openDatabase } from "./db/client.ts";
import { fillShopSql } from "./testing/fill/fill-shop.ts";
import { insertRows } from "./testing/fill/insert-rows.ts";
import { payForNewProduct } from "./testing/fixtures/purchases.ts";
import { openTestShop } from "./testing/shop.ts";
import { syncStripeCustomer } from "./sync/customer/sync-stripe-customer.ts";

const FREQUENT = "*/5 * * * *";
const NIGHTLY = "23 3 * * *";

/** Noon, so that neither the figures of an hour nor those of a day are due. */
const now = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;

it("runs of cron with nothing to do read few rows at 100,000 customers and 20,000 subscriptions", async () => {
  const shop = openTestShop();
  const bought = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  const fill = { ...bought, productId: bought.product.id, now: now - HOUR };
  for (const sql of fillShopSql({ ...fill, orders: 100_000, subscriptions: 20_000 }))
    await env.DB.prepare(sql).run();
  await insertRows(
    "users (id, name, email, email_verified, created_at, updated_at)",
    "printf('usr_%026d', i), 'A Buyer', 'buyer' || i || '@example.com', 1, i, i",
    { from: 1, to: 100_000 },
  );
  await insertRows(
    "customers (id, user_id, mode, stripe_customer_id, created_at)",
    "printf('cst_%026d', i), printf('usr_%026d', i), 'test', 'cus_fill' || i, i",
    { from: 1, to: 100_000 },
  );
  const counting = createCountingD1(env.DB);
  const run = async (cron: string, at: number) => {
    counting.take();
    await runCron({ ...shop.ctx(undefined, at), db: openDatabase(counting.d1) }, cron);
    return counting.take();
  };
  await run(FREQUENT, now);
  expect((await run(FREQUENT, now + 5 * MINUTE)).read).toBeLessThan(1000);
  // The last run of an hour counts the live subscriptions, of which each is a row.
  expect((await run(FREQUENT, now + 55 * MINUTE)).read).toBeLessThan(2.2 * 20_000);
  // Two counts, and 40 pages of a sweep. Messages continue it.
  const { read, statements } = await run(NIGHTLY, now + 65 * MINUTE);
  expect(read).toBeLessThan(2.2 * 20_000);
  expect(statements).toBeLessThan(300);
});
