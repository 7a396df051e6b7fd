import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillSubscriptions } from "../../testing/fill/fill-subscriptions.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listSubscriptions, type SubscriptionFilter } from "./subscriptions.query.ts";

const LARGE_SUBSCRIPTION_COUNT = 100_000;
const limit = 20;

it("the API's list of subscriptions reads as many rows at 100,000 subscriptions as at 300", async () => {
  const shop = openTestShop();
  const [common, rare] = [
    await shop.createPublishedProduct({}),
    await shop.createPublishedProduct({}),
  ];
  const customer = `usr_${"0".repeat(24)}77`;
  const after = { value: 50, id: `sub_${"0".repeat(24)}50` };
  const cases: [string, SubscriptionFilter & Partial<Parameters<typeof listSubscriptions>[1]>][] = [
    ["the first page", {}],
    ["a late page", { after }],
    ["those between two times", { createdAfter: 10, createdBefore: 50 }],
    ["a rare status", { status: ["canceled"] }],
    ["a common status", { status: ["active"] }],
    ["a rare product", { product: rare.id }],
    ["a common product", { product: common.id }],
    ["a late page of a product", { product: common.id, after }],
    ["a customer", { customer }],
    ["a customer, a product and a status", { customer, product: common.id, status: ["active"] }],
  ];
  const countRowsRead = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, usage } = countReads(env.DB);
      const page = { limit, after: undefined, ...query };
      const rows = await listSubscriptions({ ...shop.ctx(), db }, page);
      read[name] = { rows: usage.rowsRead, items: rows.length };
    }
    return read;
  };
  await fillSubscriptions(common.id, 1, 300);
  // The oldest ones: a scan of all subscriptions reaches them last.
  await env.DB.prepare(
    "UPDATE subscription_items SET product_id = ? WHERE stripe_item_id <= 'si_000003'",
  )
    .bind(rare.id)
    .run();
  const small = await countRowsRead();
  await fillSubscriptions(common.id, 301, LARGE_SUBSCRIPTION_COUNT);
  const large = await countRowsRead();
  const names = cases.map(([name]) => name);
  expect(names.filter((name) => large[name]!.items === 0)).toEqual([]);
  expect(names.filter((name) => large[name]!.items !== small[name]!.items)).toEqual([]);
  expect(names.filter((name) => large[name]!.rows > small[name]!.rows + 25)).toEqual([]);
});
