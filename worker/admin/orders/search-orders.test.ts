import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { insertUsers } from "../../testing/fill/insert-rows.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { searchOrders, summarizeOrders, type OrderSearch } from "./search-orders.ts";

describe("the list of orders", () => {
  it("pages through each order once, newest first or oldest first", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
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

  it("the list of orders has the orders of a range of days, both days included, on every page", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    await fillOrders([productId, productId], 600_001, 600_030);
    const start = Date.parse("2026-03-10");
    // One order every six hours, from March 10 on.
    await env.DB.prepare(
      "UPDATE orders SET created_at = ? + (CAST(substr(id, 5) AS INTEGER) - 600001) * 21600000 WHERE product_id = ?",
    )
      .bind(start, productId)
      .run();
    const listAll = async (search: OrderSearch) => {
      const times: number[] = [];
      let cursor: string | undefined;
      do {
        const page = await searchOrders(shop.ctx(), { ...search, productId, cursor, limit: 3 });
        times.push(...page.items.map(({ createdAt }) => createdAt));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      return times.map((time) => new Date(time).toISOString().slice(5, 13));
    };
    const twoDays = ["03-11T00", "03-11T06", "03-11T12", "03-11T18"];
    twoDays.push(...twoDays.map((time) => time.replace("11", "12")));
    const range = { from: "2026-03-11", to: "2026-03-12" };
    expect(await listAll({ ...range, sort: "oldest" })).toEqual(twoDays);
    expect(await listAll(range)).toEqual(twoDays.toReversed());
    expect(await listAll({ to: "2026-03-10" })).toHaveLength(4);
    expect(await listAll({ from: "2026-03-17" })).toHaveLength(2);
    expect(await listAll({ from: "2026-03-12", to: "2026-03-11" })).toEqual([]);
  });

  it("the list of orders is added up by currency, and only what was paid", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    await fillOrders([productId, productId], 610_001, 610_005);
    const change = (number: number, set: string) =>
      env.DB.prepare(`UPDATE orders SET ${set} WHERE id = printf('ord_%026d', ?)`).bind(number);
    await env.DB.batch([
      change(610_002, "currency = 'jpy', total_minor = 700"),
      change(610_003, "status = 'partially_refunded', refunded_minor = 900"),
      change(610_004, "status = 'failed'"),
      change(610_005, "status = 'disputed'"),
    ]);
    expect(await summarizeOrders(shop.ctx(), { productId })).toEqual({
      count: 5,
      isMore: false,
      totals: [
        { currency: "jpy", paidMinor: 700, refundedMinor: 0, disputedMinor: 0 },
        { currency: "usd", paidMinor: 2 * 2900, refundedMinor: 900, disputedMinor: 2900 },
      ],
    });
    expect(await summarizeOrders(shop.ctx(), { productId, status: "failed" })).toMatchObject({
      count: 1,
      totals: [{ currency: "usd", paidMinor: 0 }],
    });
    // The bank has it, so it is not what was paid.
    expect(await summarizeOrders(shop.ctx(), { productId, status: "disputed" })).toEqual({
      count: 1,
      isMore: false,
      totals: [{ currency: "usd", paidMinor: 0, refundedMinor: 0, disputedMinor: 2900 }],
    });
    expect(await summarizeOrders(shop.ctx(), { productId, status: "refunded" })).toEqual({
      count: 0,
      isMore: false,
      totals: [],
    });
  });

  it("the list of orders counts to 1,000 and then says that there are more", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    await fillOrders([productId, productId], 620_001, 621_200);
    const { db, usage } = countReads(env.DB);
    expect(await summarizeOrders({ ...shop.ctx(), db }, { productId })).toEqual({
      count: 1000,
      isMore: true,
      totals: null,
    });
    expect(usage.rowsRead).toBeLessThan(2 * 1001 + 20);
  });

  it("the list of orders is truncated if more users match than are considered", async () => {
    const shop = openTestShop();
    await insertUsers(800_001, 800_150);
    expect((await searchOrders(shop.ctx(), { search: "u8000" })).isTruncated).toBe(false);
    expect((await searchOrders(shop.ctx(), { search: "u800" })).isTruncated).toBe(true);
  });

  it("the list of orders finds the orders of a customer by their id", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop, {});
    await payForNewProduct(shop, {});
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { items, isTruncated } = await searchOrders(shop.ctx(), { search: userId });
    expect(items).toMatchObject([{ user: { id: userId } }]);
    expect(isTruncated).toBe(false);
  });

  it("the list of orders exports all matching orders as CSV without formulas", async () => {
    const shop = openTestShop();
    const { userId, customerId, product } = await payForNewProduct(shop, {
      prices: [{ type: "one_time", amountMinor: 2900, currency: "jpy" }],
    });
    await env.DB.prepare("UPDATE users SET name = '=1+1' WHERE id = ?").bind(userId).run();
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await fillOrders([product.id, product.id], 700_001, 701_200);
    const support = await createSignedInUser({ role: "support", env: shop.env });
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
