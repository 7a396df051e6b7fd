import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { countReads } from "../../testing/count-reads.ts";
import { fillShopSql } from "../../testing/fill-shop.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { runCron } from "../../run-cron.ts";
import { showOverview } from "./show-overview.ts";

async function buy(shop: TestShop) {
  const bought = await payForNewProduct(shop);
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  return bought;
}

it("reads less than 1,500 rows at 100,000 payments and 20,000 subscriptions", async () => {
  const shop = openTestShop();
  const { userId, customerId, product } = await buy(shop);
  const now = Date.now();
  const totals = { userId, customerId, productId: product.id, now };
  for (const sql of fillShopSql({ ...totals, orders: 100_000, subscriptions: 20_000 }))
    await env.DB.prepare(sql).run();
  await runCron(shop.ctx(), "*/5 * * * *");
  await runCron(shop.ctx(), "23 3 * * *");
  // One more payment after cron: its day must be summed again.
  await buy(shop);
  for (const [range, maxRows] of [
    ["30d", 900],
    ["12m", 1500],
  ] as const) {
    const { db, usage } = countReads(env.DB);
    const overview = await showOverview({ ...shop.ctx(), db }, { range });
    expect(overview.active.total).toBeGreaterThan(15_000);
    expect(overview.currencies[0]?.revenue.total).toBeGreaterThan(0);
    expect(usage.rowsRead).toBeLessThan(maxRows);
  }
});
