import { sql, type SQL } from "drizzle-orm";
import { expect, it } from "vitest";
import type { z } from "zod";
import type { Ctx } from "../context.ts";
import { DAY } from "../lib/time.ts";
import { createGift } from "../admin/gifts/create-gift.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { monthly, payForNewProduct } from "../testing/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { checkoutJson, checkout } from "./checkout.ts";
import { customerJson, customer } from "./customer.ts";
import { entitlement, selectEntitlementText } from "./entitlement.ts";
import { giftJson, gift } from "./gift.ts";
import { licenseJson, license } from "./license.ts";
import { orderJson, order } from "./order.ts";
import { productJson, product } from "./product.ts";
import { subscriptionJson, subscription } from "./subscription.ts";
import { rfc3339 } from "./sql-json.ts";

/** Runs the expression and checks that the schema keeps every field and adds none. */
async function readAs<Schema extends z.ZodType>(
  ctx: Ctx,
  schema: Schema,
  query: SQL,
): Promise<z.output<Schema>> {
  const { data } = (await ctx.db.get<{ data: string }>(query))!;
  const parsed = schema.parse(JSON.parse(data));
  expect(parsed).toEqual(JSON.parse(data));
  return parsed;
}

const key = {
  type: "license_key",
  name: "Key",
  settings: { prefix: "TIDE", activationLimit: 3 },
} as const;
const seats = {
  type: "feature",
  name: "Seats",
  settings: { key: "seats", limit: { amount: 5, perSeat: true } },
} as const;

it("every resource of a purchase is what its schema says", async () => {
  const shop = openTestShop();
  const {
    userId,
    product: sold,
    customerId,
  } = await payForNewProduct(shop, { benefits: [key, seats] });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const ctx = shop.ctx();
  await readAs(
    ctx,
    order,
    sql`SELECT ${orderJson(ctx)} AS data FROM orders WHERE user_id = ${userId}`,
  );
  await readAs(
    ctx,
    customer,
    sql`SELECT ${customerJson(ctx)} AS data FROM users WHERE id = ${userId}`,
  );
  await readAs(
    ctx,
    license,
    sql`SELECT ${licenseJson(ctx)} AS data FROM license_keys WHERE user_id = ${userId}`,
  );
  await readAs(
    ctx,
    product,
    sql`SELECT ${productJson(ctx)} AS data FROM products WHERE id = ${sold.id}`,
  );
  await readAs(
    ctx,
    checkout,
    sql`SELECT ${checkoutJson(ctx)} AS data FROM checkouts WHERE user_id = ${userId}`,
  );
  const statement = selectEntitlementText({
    now: "?1",
    mode: "?4",
    customerId: "?2",
    feature: "?3",
  });
  for (const feature of ["seats", "none"]) {
    const { results } = await ctx.db.$client
      .prepare(statement)
      .bind(ctx.now, userId, feature, ctx.config.stripe.mode)
      .all<{ data: string }>();
    const answer = entitlement.parse(JSON.parse(results[0]!.data));
    expect(answer).toMatchObject({ customerId: userId, feature, allowed: feature === "seats" });
  }
});

it("every resource of a subscription is what its schema says", async () => {
  const shop = openTestShop();
  const { userId, customerId } = await payForNewProduct(shop, {
    prices: [monthly],
    benefits: [seats],
  });
  await syncStripeCustomer(shop.ctx(), { customerId, force: true });
  const ctx = shop.ctx();
  await readAs(
    ctx,
    subscription,
    sql`SELECT ${subscriptionJson(ctx)} AS data FROM subscriptions WHERE user_id = ${userId}`,
  );
  const { id } = await shop.createDraftProduct();
  await createGift(ctx, { userId, productId: id, note: "n", endsAt: Date.now() + DAY });
  await readAs(
    ctx,
    gift,
    sql`SELECT ${giftJson(ctx)} AS data FROM comps WHERE user_id = ${userId}`,
  );
});

it("times are exact to the millisecond", async () => {
  const { db } = openTestShop().ctx();
  for (const at of [0, 1, 999, 1000, 1_700_000_000_123, 1_767_225_599_999, 4_102_444_800_001]) {
    const row = await db.get<{ time: string }>(sql`SELECT ${sql.raw(rfc3339(String(at)))} AS time`);
    expect(row?.time).toBe(new Date(at).toISOString());
  }
});
