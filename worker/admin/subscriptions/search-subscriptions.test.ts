import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/count-reads.ts";
import { fill, fillPeople } from "../../testing/insert-rows.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { searchSubscriptions, type SubscriptionSearch } from "./search-subscriptions.ts";

const MANY = 100_000;

/** Subscriptions numbered so, each with an item; every tenth is canceled. */
async function fillSubscriptions(productId: string, from: number, to: number) {
  await fillPeople(from, to);
  await fill(
    `subscriptions (id, user_id, customer_id, mode, stripe_subscription_id, status, current_period_end,
                    latest_payment_intent_id, created_at)`,
    `printf('sub_%026d', i), printf('usr_%026d', i), printf('cst_%026d', i), 'test', printf('sub_S%06d', i),
     CASE i % 10 WHEN 0 THEN 'canceled' ELSE 'active' END, i, printf('pi_%06d', i), i`,
    { from, to },
  );
  await fill(
    `subscription_items (stripe_item_id, subscription_id, product_id, stripe_price_id, amount_minor, currency,
                         interval, interval_count, quantity)`,
    `printf('si_%06d', i), printf('sub_%026d', i), '${productId}', 'price_x', 900, 'usd', 'month', 1, 1`,
    { from, to },
  );
}

it("reads as many rows at 100,000 subscriptions as at 300", { timeout: 120_000 }, async () => {
  const shop = openTestShop();
  const [{ id: productId }, { id: rareId }] = [await shop.sell({}), await shop.sell({})];
  const cases: [string, SubscriptionSearch & { cursor?: string }][] = [
    ["the first page", {}],
    ["the oldest first", { sort: "oldest" }],
    ["a late page", { cursor: encodeCursor({ value: 50, id: `sub_${"0".repeat(24)}50` }) }],
    ["a status that is rare", { status: "canceled" }],
    ["a status that is usual", { status: "active" }],
    ["a product that many have", { productId }],
    ["a product that few have", { productId: rareId }],
    ["what ends soon", { status: "ending" }],
    ["what is paused", { status: "collection_paused" }],
    ["an email's beginning", { search: "u0001" }],
    ["an email's beginning and a status", { search: "u0001", status: "active" }],
    ["our id", { search: `sub_${"0".repeat(24)}77` }],
    ["Stripe's id", { search: "sub_S000077" }],
    ["Stripe's payment", { search: "pi_000077" }],
  ];
  const measure = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, asked } = countReads(env.DB);
      const { items } = await searchSubscriptions({ ...shop.ctx(), db }, query);
      read[name] = { rows: asked.rowsRead, items: items.length };
    }
    return read;
  };
  await fillSubscriptions(productId, 1, 300);
  // The oldest: whoever goes through all of them comes here last.
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE subscriptions SET cancel_at = 1, status = 'active' WHERE created_at <= 3",
    ),
    env.DB.prepare("UPDATE subscriptions SET pause_behavior = 'void' WHERE created_at <= 3"),
    env.DB.prepare(
      "UPDATE subscription_items SET product_id = ? WHERE stripe_item_id <= 'si_000003'",
    ).bind(rareId),
  ]);
  const few = await measure();
  await fillSubscriptions(productId, 301, MANY);
  const many = await measure();
  const names = cases.map(([name]) => name);
  expect(names.filter((name) => many[name]!.items === 0)).toEqual([]);
  expect(names.filter((name) => many[name]!.items !== few[name]!.items)).toEqual([]);
  expect(names.filter((name) => many[name]!.rows > few[name]!.rows + 25)).toEqual([]);

  const support = await newBuyer({ role: "support", env: shop.env });
  const response = await support.fetch("/api/admin/subscriptions/export?search=u0001");
  const lines = (await response.text()).trim().split("\r\n");
  expect(lines).toHaveLength(1 + 100);
  expect(lines[1]).toContain(",USD,9.00,1 month,");
});
