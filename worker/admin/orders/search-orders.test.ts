import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { fillOrders } from "../../testing/fill-orders.ts";
import { insertUsers } from "../../testing/insert-rows.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/sign-in.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { searchOrders } from "./search-orders.ts";

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

  it("is truncated if more users match than are considered", async () => {
    const shop = openTestShop();
    await insertUsers(800_001, 800_150);
    expect((await searchOrders(shop.ctx(), { search: "u8000" })).isTruncated).toBe(false);
    expect((await searchOrders(shop.ctx(), { search: "u800" })).isTruncated).toBe(true);
  });

  it("exports all matching orders as CSV without formulas", async () => {
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
