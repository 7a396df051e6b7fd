import { expect, it } from "vitest";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { payForNewProduct } from "../testing/purchases.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { openDatabase } from "../db/client.ts";

type Row = { sequence: number; type: string; object_id: string; data: string };

async function listFeed(shop: TestShop, userId: string): Promise<Row[]> {
  const { results } = await shop
    .ctx()
    .db.$client.prepare("SELECT * FROM feed_events WHERE user_id = ? ORDER BY sequence")
    .bind(userId)
    .all<Row>();
  return results;
}

const benefits = [
  { type: "license_key", name: "Key", settings: { prefix: "TIDE", activationLimit: 3 } },
  {
    type: "feature",
    name: "Seats",
    settings: { key: "seats", limit: { amount: 5, perSeat: true } },
  },
  { type: "feature", name: "Export", settings: { key: "export" } },
] as const;

it("a purchase", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, { benefits: [...benefits] });
  const ctx = shop.ctx();
  for (let i = 0; i < 3; i++) {
    const usage = { n: 0, rows: [] as string[] };
    const d1 = shop.env.DB;
    const db = openDatabase({
      prepare: (q: string) => d1.prepare(q),
      batch: async (all: D1PreparedStatement[]) => {
        const t = performance.now();
        const r = await d1.batch(all);
        usage.n += all.length;
        usage.rows.push(
          r.map(({ meta }) => `${meta.rows_read}/${meta.rows_written}`).join(" ") +
            ` ${performance.now() - t}`,
        );
        return r;
      },
    } as unknown as D1Database);
    await syncStripeCustomer({ ...ctx, db }, { customerId, force: true });
    console.log(
      usage,
      (await listFeed(shop, userId)).map(
        ({ type, sequence, object_id }) => `${sequence} ${type} ${object_id}`,
      ),
    );
  }
  expect(1).toBe(1);
});
