import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill, fillPeople } from "../../testing/insert-rows.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { searchOrders, type OrderSearch } from "./search-orders.ts";

const MANY = 100_000;

/** Orders numbered so; every tenth is refunded, every tenth plus one is of the second product. */
async function fillOrders(products: [string, string], from: number, to: number) {
  await fillPeople(from, to);
  await fill(
    `orders (id, user_id, customer_id, product_id, mode, stripe_session_id, stripe_payment_intent_id, status,
             total_minor, tax_minor, discount_minor, refunded_minor, currency, created_at)`,
    `printf('ord_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i),
     CASE i % 10 WHEN 1 THEN '${products[1]}' ELSE '${products[0]}' END, 'test',
     printf('cs_%06d', i), printf('pi_%06d', i), CASE i % 10 WHEN 0 THEN 'refunded' ELSE 'paid' END,
     2900, 0, 0, 0, 'usd', i`,
    { from, to },
  );
}

it("reads as many rows at 100,000 orders as at 300", { timeout: 120_000 }, async () => {
  const shop = openTestShop();
  const [usual, rare] = [await shop.sell({}), await shop.sell({})];
  const cases: [string, OrderSearch & { cursor?: string }][] = [
    ["the first page", {}],
    ["the oldest first", { sort: "oldest" }],
    ["a late page", { cursor: encodeCursor({ value: 50, id: `ord_${"0".repeat(24)}50` }) }],
    ["a status that is rare", { status: "refunded" }],
    ["a status that is usual", { status: "paid" }],
    ["a product that is rare", { productId: rare.id }],
    ["a product that is usual", { productId: usual.id }],
    ["a product and a status", { productId: usual.id, status: "refunded" }],
    ["a product and the usual status", { productId: rare.id, status: "paid" }],
    ["an email's beginning", { search: "U0001" }],
    ["a name's beginning", { search: "name 0001" }],
    ["our id", { search: `ord_${"0".repeat(24)}77` }],
    ["Stripe's session", { search: "cs_000077" }],
    ["Stripe's payment", { search: "pi_000077" }],
    ["a beginning that everybody has", { search: "u0" }],
  ];
  const measure = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, asked } = countReads(env.DB);
      const { items } = await searchOrders({ ...shop.ctx(), db }, query);
      read[name] = { rows: asked.rowsRead, items: items.length };
    }
    return read;
  };
  await fillOrders([usual.id, rare.id], 1, 300);
  const few = await measure();
  await fillOrders([usual.id, rare.id], 301, MANY);
  const many = await measure();
  const names = cases.map(([name]) => name);
  expect(names.filter((name) => many[name]!.items === 0)).toEqual([]);
  expect(names.filter((name) => many[name]!.items !== few[name]!.items)).toEqual([]);
  expect(names.filter((name) => many[name]!.rows > few[name]!.rows + 25)).toEqual([]);
});

describe("the list of orders", () => {
  it("pages through all of them, each once, in both orders", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.sell({});
    await fillOrders([productId, productId], 900_001, 900_045);
    for (const sort of ["newest", "oldest"] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await searchOrders(shop.ctx(), { productId, sort, cursor });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const sorted = seen.toSorted();
      expect(seen).toEqual(sort === "oldest" ? sorted : sorted.toReversed());
      expect(new Set(seen).size).toBe(45);
    }
  });

  it("says that more people fit than were looked at", async () => {
    const shop = openTestShop();
    await fillPeople(800_001, 800_150);
    expect((await searchOrders(shop.ctx(), { search: "u8000" })).isCut).toBe(false);
    expect((await searchOrders(shop.ctx(), { search: "u800" })).isCut).toBe(true);
  });

  it("is a file of all that fits, in which no cell is a formula", async () => {
    const shop = openTestShop();
    const { userId, customerId, product } = await payForNewProduct(shop, {
      prices: [{ type: "one_time", amountMinor: 2900, currency: "jpy" }],
    });
    await env.DB.prepare("UPDATE users SET name = '=1+1' WHERE id = ?").bind(userId).run();
    await syncCustomer(shop.ctx(), { customerId, force: true });
    await fillOrders([product.id, product.id], 700_001, 701_200);
    const support = await newBuyer({ role: "support", env: shop.env });
    const response = await support.fetch(`/api/admin/orders/export?productId=${product.id}`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
    const lines = (await response.text()).trim().split("\r\n");
    expect(lines).toHaveLength(1 + 1 + 1200);
    expect(lines[0]).toContain("Order,Time,Status");
    expect(lines[1]).toContain("'=1+1");
    expect(lines[1]).toContain(",JPY,2900,0,0,0,");
    expect(lines[2]).toContain(",USD,29.00,0.00,0.00,0.00,");
  });
});
