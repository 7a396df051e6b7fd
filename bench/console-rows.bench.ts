import { expect, test } from "vitest";
import { openDatabase } from "../worker/db/client.ts";
import { presets } from "../worker/admin/overview/periods.ts";
import { showOverview } from "../worker/admin/overview/show-overview.ts";
import { recordUpcomingRenewals } from "../worker/purchases/totals/renewals.ts";
import { recordSubscriptionCounts } from "../worker/purchases/totals/subscription-counts.ts";
import { updateDailyTotals } from "../worker/purchases/totals/update-daily-totals.ts";
import { syncStripeCustomer } from "../worker/sync/customer/sync-stripe-customer.ts";
import { fillShopSql } from "../worker/testing/fill/fill-shop.ts";
import { payForNewProduct } from "../worker/testing/fixtures/purchases.ts";
import { openTestShop } from "../worker/testing/shop.ts";
import { createCountingD1 } from "../worker/testing/database/create-counting-d1.ts";
import { emptyDatabase } from "../worker/testing/database/empty-database.ts";
import { chooseSize } from "./measure.ts";

const SIZE = chooseSize(
  { orders: 100_000, subscriptions: 20_000 },
  { orders: 100, subscriptions: 20 },
);
/** A range of a year is counted by its days, and so is all revenue so far. */
const goals: Record<string, number> = { "12m": 3500, all: 4200 };
const GOAL = 2000;
/** The days and the month of the payment are added up again. */
const GOAL_AFTER_PAYMENT = 6200;

/** Counts the rows that the overview reads in a large shop, and the rows that cron reads to prepare its data. */
test("rows read by the overview", async () => {
  await emptyDatabase();
  const shop = openTestShop({ hasEmailSender: true });
  const { userId, customerId, product } = await payForNewProduct(shop);
  const now = Date.now();
  const size = { userId, customerId, productId: product.id, now, ...SIZE };
  for (const sql of fillShopSql(size)) await shop.env.DB.prepare(sql).run();
  const count = createCountingD1(shop.env.DB);
  const ctx = { ...shop.ctx(), db: openDatabase(count.d1) };

  function report(name: string): number {
    const { read, written } = count.take();
    console.log(`${name.padEnd(36)} ${String(read).padStart(7)} read, ${written} written`);
    return read;
  }

  await updateDailyTotals(ctx);
  report("daily totals, a year of stale days");
  await recordSubscriptionCounts(ctx);
  report("subscription counts, hourly");
  await recordUpcomingRenewals(ctx);
  report("upcoming renewals, hourly");
  for (const range of presets) {
    await showOverview(ctx, { range });
    expect(report(`overview, ${range}`)).toBeLessThan(goals[range] ?? GOAL);
  }
  const other = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId: other.customerId, force: true });
  await showOverview(ctx, { range: "30d" });
  expect(report("overview, 30d, after a payment")).toBeLessThan(GOAL_AFTER_PAYMENT);
});
