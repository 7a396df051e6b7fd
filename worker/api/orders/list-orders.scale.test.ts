import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { openTestShop } from "../../testing/shop.ts";
import { MAX_SCANNED } from "../protocol/objects.query.ts";
import { listOrders, type OrderFilter } from "./orders.query.ts";

const LARGE_ORDER_COUNT = 100_000;
const limit = 20;

it("the API's list of orders reads as many rows at 100,000 orders as at 300", async () => {
  const shop = openTestShop();
  const [common, rare] = [
    await shop.createPublishedProduct({}),
    await shop.createPublishedProduct({}),
  ];
  const customer = `usr_${"0".repeat(24)}77`;
  const cases: [string, OrderFilter & Partial<Parameters<typeof listOrders>[1]>][] = [
    ["the first page", {}],
    ["a late page", { after: { value: 50, id: `ord_${"0".repeat(24)}50` } }],
    ["those before a time", { createdBefore: 50 }],
    ["those between two times", { createdAfter: 10, createdBefore: 50 }],
    ["a rare status", { status: ["refunded"] }],
    ["a common status", { status: ["paid"] }],
    ["a rare product", { product: rare.id }],
    ["a common product", { product: common.id }],
    ["a product before a time", { product: rare.id, createdBefore: 50 }],
    ["a customer", { customer }],
    ["a customer, a product and a status", { customer, product: common.id, status: ["paid"] }],
  ];
  const countRowsRead = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, usage } = countReads(env.DB);
      const rows = await listOrders({ ...shop.ctx(), db }, { limit, after: undefined, ...query });
      read[name] = { rows: usage.rowsRead, items: rows.length };
    }
    return read;
  };
  await fillOrders([common.id, rare.id], 1, 300);
  const small = await countRowsRead();
  await fillOrders([common.id, rare.id], 301, LARGE_ORDER_COUNT);
  const large = await countRowsRead();
  const names = cases.map(([name]) => name);
  expect(names.filter((name) => large[name]!.items === 0)).toEqual([]);
  expect(names.filter((name) => large[name]!.items !== small[name]!.items)).toEqual([]);
  expect(names.filter((name) => large[name]!.rows > small[name]!.rows + 25)).toEqual([]);

  // No order of the rare product is refunded but the oldest one: each page looks through some and says where to go on.
  await env.DB.prepare("UPDATE orders SET status = 'refunded' WHERE id = ?")
    .bind(`ord_${"0".repeat(25)}1`)
    .run();
  const found: string[] = [];
  let after: { value: string | number; id: string } | undefined;
  let pages = 0;
  do {
    const { db, usage } = countReads(env.DB);
    const filter = { product: rare.id, status: ["refunded" as const] };
    const page = await listOrders({ ...shop.ctx(), db }, { limit, after, ...filter });
    expect(usage.rowsRead).toBeLessThan(3 * MAX_SCANNED);
    found.push(...page.filter(({ data }) => data !== null).map(({ id }) => id));
    after = page.find(({ data }) => data === null);
    pages++;
  } while (after);
  expect(found).toEqual([`ord_${"0".repeat(25)}1`]);
  expect(pages).toBe(Math.ceil(LARGE_ORDER_COUNT / 10 / MAX_SCANNED) + 1);
});
