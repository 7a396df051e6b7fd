import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillSubscriptions } from "../../testing/fill/fill-subscriptions.ts";
import { openTestShop } from "../../testing/shop.ts";
import { searchSubscriptions, type SubscriptionSearch } from "./search-subscriptions.ts";

const LARGE_SUBSCRIPTION_COUNT = 100_000;

it("the list of subscriptions reads as many rows at 100,000 subscriptions as at 300", async () => {
  const shop = openTestShop();
  const [{ id: productId }, { id: rareId }] = [
    await shop.createPublishedProduct({}),
    await shop.createPublishedProduct({}),
  ];
  const cases: [string, SubscriptionSearch & { cursor?: string }][] = [
    ["the first page", {}],
    ["the oldest first", { sort: "oldest" }],
    ["a late page", { cursor: encodeCursor({ value: 50, id: `sub_${"0".repeat(24)}50` }) }],
    [
      "a late page of a day",
      {
        from: "1970-01-01",
        to: "1970-01-01",
        cursor: encodeCursor({ value: 50, id: `sub_${"0".repeat(24)}50` }),
      },
    ],
    ["a rare status", { status: "canceled" }],
    ["a common status", { status: "active" }],
    ["a common product", { productId }],
    ["a rare product", { productId: rareId }],
    ["subscriptions that end soon", { status: "ending" }],
    ["paused subscriptions", { status: "collection_paused" }],
    ["the start of an email", { search: "u0001" }],
    ["the start of an email and a status", { search: "u0001", status: "active" }],
    ["our id", { search: `sub_${"0".repeat(24)}77` }],
    ["Stripe's id", { search: "sub_S000077" }],
    ["Stripe's payment", { search: "pi_000077" }],
  ];
  const countRowsRead = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, usage } = countReads(env.DB);
      const { items } = await searchSubscriptions({ ...shop.ctx(), db }, query);
      read[name] = { rows: usage.rowsRead, items: items.length };
    }
    return read;
  };
  await fillSubscriptions(productId, 1, 300);
  // The oldest ones: a scan of all subscriptions reaches them last.
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE subscriptions SET cancel_at = 1, status = 'active' WHERE created_at <= 3",
    ),
    env.DB.prepare("UPDATE subscriptions SET pause_behavior = 'void' WHERE created_at <= 3"),
    env.DB.prepare(
      "UPDATE subscription_items SET product_id = ? WHERE stripe_item_id <= 'si_000003'",
    ).bind(rareId),
  ]);
  const small = await countRowsRead();
  await fillSubscriptions(productId, 301, LARGE_SUBSCRIPTION_COUNT);
  const large = await countRowsRead();
  const names = cases.map(([name]) => name);
  expect(names.filter((name) => large[name]!.items === 0)).toEqual([]);
  expect(names.filter((name) => large[name]!.items !== small[name]!.items)).toEqual([]);
  expect(names.filter((name) => large[name]!.rows > small[name]!.rows + 25)).toEqual([]);
});
