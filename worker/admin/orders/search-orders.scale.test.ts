import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { encodeCursor } from "../../db/page-cursor.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { openTestShop } from "../../testing/shop.ts";
import { searchOrders, type OrderSearch } from "./search-orders.ts";

const LARGE_ORDER_COUNT = 100_000;

it("the list of orders reads as many rows at 100,000 orders as at 300", async () => {
  const shop = openTestShop();
  const [common, rare] = [
    await shop.createPublishedProduct({}),
    await shop.createPublishedProduct({}),
  ];
  const cases: [string, OrderSearch & { cursor?: string }][] = [
    ["the first page", {}],
    ["the oldest first", { sort: "oldest" }],
    ["a late page", { cursor: encodeCursor({ value: 50, id: `ord_${"0".repeat(24)}50` }) }],
    ["a day", { from: "1970-01-01", to: "1970-01-01" }],
    [
      "a late page of a day",
      {
        from: "1970-01-01",
        to: "1970-01-01",
        cursor: encodeCursor({ value: 50, id: `ord_${"0".repeat(24)}50` }),
      },
    ],
    ["a rare status", { status: "refunded" }],
    ["a common status", { status: "paid" }],
    ["a rare product", { productId: rare.id }],
    ["a common product", { productId: common.id }],
    ["a product and a status", { productId: common.id, status: "refunded" }],
    ["a product and a common status", { productId: rare.id, status: "paid" }],
    ["the start of an email", { search: "U0001" }],
    ["a part of a name", { search: "name 00012" }],
    ["our id", { search: `ord_${"0".repeat(24)}77` }],
    ["Stripe's session", { search: "cs_000077" }],
    ["Stripe's payment", { search: "pi_000077" }],
    ["a start that all users share", { search: "u0" }],
  ];
  const countRowsRead = async () => {
    const read: Record<string, { rows: number; items: number }> = {};
    for (const [name, query] of cases) {
      const { db, usage } = countReads(env.DB);
      const { items } = await searchOrders({ ...shop.ctx(), db }, query);
      read[name] = { rows: usage.rowsRead, items: items.length };
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
});
