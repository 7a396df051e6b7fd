import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { DAY } from "../../lib/time.ts";
import { insertRows } from "../../testing/fill/insert-rows.ts";
import { fillShopSql } from "../../testing/fill/fill-shop.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { runCron } from "../../run-cron.ts";
import { listRows } from "./list-rows.ts";
import { figures } from "./rows.query.ts";
import { showCohorts, showSales, showUpcoming } from "./show-sections.ts";
import { showOverview } from "./show-overview.ts";

const tomorrow = new Date(Date.now() + DAY);

/**
 * The end of the last day but one of a month, today or later. Most days are read then: neither the first nor the last
 * month of a year is whole.
 */
const now = Date.UTC(tomorrow.getUTCFullYear(), tomorrow.getUTCMonth() + 1, 0) - 1;

async function buy(shop: TestShop) {
  const bought = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  return bought;
}

it("the overview reads a fixed number of rows at 100,000 payments and 20,000 subscriptions", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await buy(shop);
  const totals = { userId, customerId, productId: product.id, now };
  for (const sql of fillShopSql({ ...totals, orders: 100_000, subscriptions: 20_000 }))
    await env.DB.prepare(sql).run();
  // Access that nobody waits for.
  await insertRows(
    "grants (id, user_id, benefit_id, product_id, source_type, source_id, reason, granted_at, mode)",
    `printf('grt_%026d', i), '${userId}', (SELECT benefit_id FROM product_benefits LIMIT 1), '${product.id}', 'order',
     printf('ord_fill%d', i), 'purchase', i, 'test'`,
    { from: 1, to: 100_000 },
  );
  await runCron(shop.ctx(undefined, now), "*/5 * * * *");
  await runCron(shop.ctx(undefined, now), "23 3 * * *");
  // One more payment after cron: its day must be summed again, and its month from its days.
  await buy(shop);
  for (const [range, maxRows] of [
    ["30d", 6500],
    ["30d", 2000],
    ["12m", 3700],
    ["all", 4400],
  ] as const) {
    const { db, usage } = countReads(env.DB);
    const overview = await showOverview({ ...shop.ctx(undefined, now), db }, { range });
    expect(overview.active.total).toBeGreaterThan(15_000);
    expect(overview.currencies[0]?.revenue.total).toBeGreaterThan(0);
    expect(overview.currencies[0]?.recurring?.mrr.total).toBeGreaterThan(10_000_000);
    expect(overview.latestSales).toHaveLength(6);
    expect([range, usage.rowsRead < maxRows ? "few" : usage.rowsRead]).toEqual([range, "few"]);
  }
  const { db, usage } = countReads(env.DB);
  const ctx = { ...shop.ctx(undefined, now), db };
  const rowsReadBy = async (work: () => Promise<unknown>) => {
    const before = usage.rowsRead;
    await work();
    return usage.rowsRead - before;
  };
  expect(await rowsReadBy(() => showSales(ctx, { range: "12m" }))).toBeLessThan(1900);
  expect(await rowsReadBy(() => showCohorts(ctx))).toBeLessThan(2500);
  expect(await rowsReadBy(() => showUpcoming(ctx))).toBeLessThan(100);
  expect((await showUpcoming(ctx)).renewals[0]?.month.count).toBeGreaterThan(10_000);
  for (const figure of figures) {
    const rowsRead = await rowsReadBy(() =>
      listRows(ctx, {
        figure,
        range: "12m",
        currency: "usd",
        key: figure === "country" ? "AA" : product.id,
      }),
    );
    // Few payments are first ones, so their list looks through as many as a page may.
    const most = figure === "new_customers" ? 40_000 : 1000;
    expect([figure, rowsRead < most ? "few" : rowsRead]).toEqual([figure, "few"]);
  }
});
