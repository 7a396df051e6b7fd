import { sql, type SQL } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { checkEntitlement } from "../access/check-entitlement.ts";
import { createGift } from "../gifts/create-gift.ts";
import type { Ctx } from "../context.ts";
import { licenseBenefit } from "../testing/fixtures/licenses.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { createStatement } from "../testing/fixtures/statements.ts";
import { openTestShop } from "../testing/shop.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { checkout, checkoutJson } from "./checkout.ts";
import { customer, customerJson } from "./customer.ts";
import { entitlement } from "./entitlement.ts";
import { gift, giftJson, unclaimedGiftJson } from "./gift.ts";
import { license, licenseJson } from "./license.ts";
import { order, orderJson } from "./order.ts";
import { product, productJson } from "./product.ts";
import { rfc3339 } from "./sql-json.ts";
import { statement, statementJson } from "./statement.ts";
import { subscription, subscriptionJson } from "./subscription.ts";

const shop = openTestShop();
const AT = Date.UTC(2026, 2, 1, 9, 30, 0, 7);
const at = "2026-03-01T09:30:00.007Z";

const seats = {
  type: "feature",
  name: "Seats",
  settings: { key: "seats", limit: { amount: 5, perSeat: true } },
} as const;

/** Creates a user with a synced purchase of a product with a key and a feature. */
async function buy(recurring = false) {
  const bought = await payForNewProduct(shop, {
    benefits: [licenseBenefit({ activationLimit: 3 }), seats],
    ...(recurring && { prices: [monthly] }),
  });
  await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
  return bought;
}

/** Runs the expression, and checks that the schema knows every field of its answer and misses none. */
async function readAs<Schema extends z.ZodType>(
  schema: Schema,
  expression: (ctx: Ctx) => SQL,
  from: SQL,
): Promise<z.output<Schema>> {
  const ctx = shop.ctx();
  const query = sql`SELECT ${expression(ctx)} AS data FROM ${from}`;
  const answer = JSON.parse((await ctx.db.get<{ data: string }>(query)).data) as unknown;
  const parsed = schema.parse(answer);
  expect(parsed).toEqual(answer);
  return parsed;
}

/** Sets columns of the rows that match: `{ status: "paid" }`. */
async function setColumns(table: string, userId: string, values: Record<string, unknown>) {
  const columns = Object.keys(values).map((name, index) => `${name} = ?${index + 2}`);
  await shop.env.DB.prepare(`UPDATE ${table} SET ${columns.join(", ")} WHERE user_id = ?1`)
    .bind(userId, ...Object.values(values))
    .run();
}

const nulls = (...names: string[]) => Object.fromEntries(names.map((name) => [name, null]));
const times = (...names: string[]) => Object.fromEntries(names.map((name) => [name, AT]));

describe("each expression gives what its schema says, with every field set and with every field null", () => {
  test("an order", async () => {
    const { userId } = await buy();
    const read = () => readAs(order, orderJson, sql`orders WHERE user_id = ${userId}`);
    expect(await read()).toMatchObject({ customerId: userId, status: "paid", totalMinor: 2900 });
    const optional = ["paid_at", "refunded_at", "disputed_at"];
    await setColumns("orders", userId, {
      ...times(...optional),
      dispute_status: "won",
      duplicate_of: "ord_1",
    });
    expect(await read()).toMatchObject({
      paidAt: at,
      refundedAt: at,
      disputedAt: at,
      disputeStatus: "won",
      duplicateOf: "ord_1",
    });
    const references = ["price_id", "stripe_payment_intent_id", "dispute_status", "duplicate_of"];
    await setColumns("orders", userId, nulls(...optional, ...references));
    expect(await read()).toMatchObject({ priceId: null, stripePaymentIntentId: null });
  });

  test("a subscription", async () => {
    const { userId, product: sold } = await buy(true);
    const read = () =>
      readAs(subscription, subscriptionJson, sql`subscriptions WHERE user_id = ${userId}`);
    expect(await read()).toMatchObject({
      status: "active",
      pause: null,
      items: [{ productId: sold.id, priceId: sold.prices[0]!.id, amountMinor: 900, quantity: 1 }],
    });
    const optional = [
      "current_period_start",
      "current_period_end",
      "trial_start",
      "trial_end",
      "cancel_at",
      "canceled_at",
      "ended_at",
      "pause_resumes_at",
      "past_due_since",
    ];
    await setColumns("subscriptions", userId, { ...times(...optional), pause_behavior: "void" });
    expect(await read()).toMatchObject({
      pause: { behavior: "void", resumesAt: at },
      pastDueSince: at,
    });
    await setColumns("subscriptions", userId, nulls(...optional));
    expect(await read()).toMatchObject({ pause: { behavior: "void", resumesAt: null } });
  });

  test("a license", async () => {
    const { userId, product: sold } = await buy();
    const read = () => readAs(license, licenseJson, sql`license_keys WHERE user_id = ${userId}`);
    expect(await read()).toMatchObject({
      productId: sold.id,
      status: "granted",
      activationLimit: 3,
      activations: [],
      usesLimit: null,
      expiresAt: null,
    });
    const values = { expires_at: AT, licensee: "Mia", uses_limit: 9, uses: 2, per_seat: 1 };
    await setColumns("license_keys", userId, values);
    await setColumns("grants", userId, { quantity: 4 });
    expect(await read()).toMatchObject({
      status: "expired",
      expiresAt: at,
      licensee: "Mia",
      quantity: 4,
      activationLimit: 12,
      uses: 2,
      usesLimit: 9,
    });
    await setColumns("license_keys", userId, { ...nulls("grant_id", "activation_limit") });
    expect(await read()).toMatchObject({ grantId: null, productId: sold.id, quantity: 1 });
  });

  test("a customer, a checkout and a product", async () => {
    const { userId, product: sold } = await buy();
    expect(await readAs(customer, customerJson, sql`users WHERE id = ${userId}`)).toMatchObject({
      emailVerified: true,
      identities: [],
      stripeCustomerId: expect.stringContaining("cus_"),
    });
    await shop.env.DB.prepare("UPDATE users SET name = NULL, email = NULL WHERE id = ?")
      .bind(userId)
      .run();
    await readAs(customer, customerJson, sql`users WHERE id = ${userId}`);

    expect(
      await readAs(checkout, checkoutJson, sql`checkouts WHERE user_id = ${userId}`),
    ).toMatchObject({ orderId: expect.stringContaining("ord_"), linkId: null, metadata: {} });

    expect(await readAs(product, productJson, sql`products WHERE id = ${sold.id}`)).toMatchObject({
      status: "published",
      prices: [{ id: sold.prices[0]!.id, stripePriceId: expect.stringContaining("price_") }],
      benefits: [
        { type: "license_key", feature: null },
        { type: "feature", feature: { key: "seats", limit: 5, perSeat: true } },
      ],
    });
    const draft = await shop.createDraftProduct({ prices: [], benefits: [] });
    expect(await readAs(product, productJson, sql`products WHERE id = ${draft.id}`)).toMatchObject({
      image: null,
      planGroup: null,
      prices: [],
      benefits: [],
    });
  });

  test("a gift, before and after a user claims it", async () => {
    const [userId, { id: productId }] = [await shop.createUser(), await shop.createDraftProduct()];
    await createGift(shop.ctx(), { userId, productId, note: "A gift" });
    const read = () => readAs(gift, giftJson, sql`gifts WHERE user_id = ${userId}`);
    expect(await read()).toMatchObject({ customerId: userId, status: "active", endsAt: null });
    await setColumns("gifts", userId, { ends_at: AT });
    expect(await read()).toMatchObject({ status: "ended", endsAt: at, endedAt: at });
    await setColumns("gifts", userId, { ended_at: AT - 7 });
    expect(await read()).toMatchObject({ status: "revoked", endedAt: "2026-03-01T09:30:00.000Z" });

    const id = `cmp_${userId.slice("usr_".length)}`;
    await shop.env.DB.prepare(
      `INSERT INTO claims (id, mode, email, product_id, note, given_by, expires_at, created_at)
      VALUES (?1, 'test', 'ann@example.com', ?2, '', 'key_1', ?3, 0)`,
    )
      .bind(id, productId, Date.now() + 1e9)
      .run();
    const readClaim = () => readAs(gift, unclaimedGiftJson, sql`claims WHERE id = ${id}`);
    expect(await readClaim()).toMatchObject({
      customerId: null,
      status: "waiting",
      email: "ann@example.com",
      issuer: null,
      endedAt: null,
    });
    await shop.env.DB.prepare("UPDATE claims SET expires_at = ?2, gift_ends_at = ?2 WHERE id = ?1")
      .bind(id, AT)
      .run();
    expect(await readClaim()).toMatchObject({ status: "ended", claimExpiresAt: at, endedAt: at });
  });

  test("a statement, without what the buyer typed", async () => {
    const id = await createStatement(shop.ctx().db, { contract: "What I bought in spring" });
    const read = () => readAs(statement, statementJson, sql`statements WHERE id = ${id}`);
    const first = await read();
    expect(first).toMatchObject({ kind: "withdrawal", state: "open", customerId: null });
    expect(JSON.stringify(first)).not.toMatch(/spring|Mia|@/);
    const userId = await shop.createUser();
    await shop.env.DB.prepare(
      `UPDATE statements SET user_id = ?2, order_id = 'ord_1', state = 'accepted', cause = 'ordinary',
        wished_end = '2026-12-31', refund_minor = 900, currency = 'eur', decided_at = ?3 WHERE id = ?1`,
    )
      .bind(id, userId, AT)
      .run();
    expect(await read()).toMatchObject({
      customerId: userId,
      orderId: "ord_1",
      subscriptionId: null,
      wishedEnd: "2026-12-31",
      refundMinor: 900,
      currency: "eur",
      decidedAt: at,
    });
  });

  test("an entitlement", async () => {
    const { userId } = await buy();
    for (const key of ["seats", "unknown"]) {
      const answer = await checkEntitlement(shop.ctx(), { userId, key });
      expect(entitlement.parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ customerId: userId, feature: key, allowed: key === "seats" });
    }
  });
});

test("times are exact to the millisecond", async () => {
  const { db } = shop.ctx();
  for (const time of [0, 1, 999, 1000, AT, 1_767_225_599_999, 4_102_444_800_001]) {
    const row = await db.get<{ text: string }>(sql.raw(`SELECT ${rfc3339(String(time))} AS text`));
    expect(row.text).toBe(new Date(time).toISOString());
  }
});
