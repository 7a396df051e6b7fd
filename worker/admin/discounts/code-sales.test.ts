import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { orders, subscriptions } from "../../db/schema/billing.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { countReads } from "../../testing/database/count-reads.ts";
import { fillOrders } from "../../testing/fill/fill-orders.ts";
import { loseRows } from "../../testing/fixtures/lose-rows.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { searchOrders } from "../orders/search-orders.ts";
import type { NewPrice } from "../products/schema.ts";
import { searchSubscriptions } from "../subscriptions/search-subscriptions.ts";
import { mapSales } from "../frame/sales.query.ts";
import { createDiscount } from "./create-discount.ts";

import { endDiscount } from "./end-discount.ts";
import { listDiscounts } from "./list-discounts.ts";
import { newDiscount } from "./schema.ts";

const once: NewPrice = { type: "one_time", amountMinor: 2900, currency: "usd" };

async function createCode(shop: TestShop, input: object = {}) {
  const quarter = { off: { kind: "percent", percentOff: 25 }, duration: "once", name: "Test" };
  return createDiscount(
    shop.asUser(await shop.createUser()),
    newDiscount.parse({ ...quarter, ...input }),
  );
}

/** Buys a new product, with a code or without one. */
async function buy(shop: TestShop, code: string | undefined, price: NewPrice = once) {
  const { prices } = await shop.createPublishedProduct({ prices: [price] });
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  await shop.pay(checkout.url, undefined, code === undefined ? {} : { promotionCode: code });
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  const { id: customerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
  const sync = (now = Date.now()) =>
    syncStripeCustomer(shop.ctx(undefined, now), { customerId, force: true });
  return { userId, sync };
}

async function readSales(shop: TestShop, id: string) {
  const { items } = await listDiscounts(shop.ctx(), { id });
  return items[0]!.sales;
}

const total = (paidMinor: number, discountMinor: number, refundedMinor = 0) => [
  { currency: "usd", paidMinor, refundedMinor, discountMinor },
];
const none = { orders: 0, subscriptions: 0, isMore: false, totals: [] };

describe("what a discount code sold", () => {
  it("a code counts its orders and subscriptions, and no purchase without it or with another", async () => {
    const shop = openTestShop();
    const [code, other] = [await createCode(shop), await createCode(shop)];
    expect(await readSales(shop, code.id)).toEqual(none);
    await buy(shop, undefined);
    await buy(shop, other.code);
    const { userId } = await buy(shop, code.code);
    const subscriber = await buy(shop, code.code, monthly);
    expect(await readSales(shop, code.id)).toEqual({
      orders: 1,
      subscriptions: 1,
      isMore: false,
      totals: total(2175 + 675, 725 + 225),
    });
    expect(await readSales(shop, other.id)).toMatchObject({ orders: 1, totals: total(2175, 725) });
    const found = { promotionCodeId: code.id };
    expect((await searchOrders(shop.ctx(), found)).items).toMatchObject([{ user: { id: userId } }]);
    expect((await searchSubscriptions(shop.ctx(), found)).items).toMatchObject([
      { user: { id: subscriber.userId } },
    ]);
  });

  it("a code that makes something free counts the purchase, and what it took off", async () => {
    const shop = openTestShop();
    const code = await createCode(shop, { off: { kind: "percent", percentOff: 100 } });
    await buy(shop, code.code);
    expect(await readSales(shop, code.id)).toMatchObject({ orders: 1, totals: total(0, 2900) });
  });

  it("a refund is named beside what the code brought, and renewals of a subscription are added", async () => {
    const shop = openTestShop();
    const code = await createCode(shop);
    const { userId } = await buy(shop, code.code);
    const [order] = await listOrders(shop.ctx(), { userId });
    await refundOrder(shop.asUser(await shop.createUser(), Date.now(), "admin"), {
      id: order!.id,
      refundedMinor: 0,
      amountMinor: 500,
      reason: "requested_by_customer",
    });
    expect(await readSales(shop, code.id)).toMatchObject({ totals: total(2175, 725, 500) });
    const renewing = await createCode(shop);
    const subscriber = await buy(shop, renewing.code, monthly);
    await shop.control("clock", { advanceSeconds: (32 * DAY) / SECOND });
    await subscriber.sync(Date.now() + 32 * DAY);
    expect(await readSales(shop, renewing.id)).toMatchObject({ totals: total(675 + 900, 225) });
    const [charge] = (await shop.ctx().stripe.charges.list({ limit: 1 })).data;
    await shop.ctx().stripe.refunds.create({ charge: charge!.id, amount: 300 });
    await subscriber.sync(Date.now() + 32 * DAY);
    expect(await readSales(shop, renewing.id)).toMatchObject({ totals: total(1575, 225, 300) });
  });

  it("a discount that the team adds to a subscription is no sale of its code", async () => {
    const shop = openTestShop();
    const code = await createCode(shop);
    const { userId, sync } = await buy(shop, undefined, monthly);
    const [subscription] = await listSubscriptions(shop.ctx(), { userId });
    await shop.ctx().stripe.subscriptions.update(subscription!.stripeSubscriptionId, {
      discounts: [{ promotion_code: code.id }],
    });
    await sync();
    expect(await readSales(shop, code.id)).toEqual(none);
  });

  it("a code that was deactivated keeps what it sold", async () => {
    const shop = openTestShop();
    const code = await createCode(shop);
    await buy(shop, code.code);
    await endDiscount(shop.ctx(), { id: code.id });
    expect((await listDiscounts(shop.ctx(), { id: code.id })).items).toMatchObject([
      { state: "ended", sales: { orders: 1, totals: total(2175, 725) } },
    ]);
  });

  it("purchases from before codes were kept are counted after the next sync of the customer", async () => {
    const shop = openTestShop();
    const code = await createCode(shop);
    const [order, subscriber] = [await buy(shop, code.code), await buy(shop, code.code, monthly)];
    const before = await readSales(shop, code.id);
    const { db } = shop.ctx();
    await db.update(orders).set({ promotionCodeId: null }).where(eq(orders.userId, order.userId));
    const unknown = { promotionCodeId: null, codeDiscountMinor: null };
    await db
      .update(subscriptions)
      .set({ ...unknown, codePaidMinor: null, codeRefundedMinor: null })
      .where(eq(subscriptions.userId, subscriber.userId));
    expect(await readSales(shop, code.id)).toEqual(none);
    await order.sync();
    await subscriber.sync();
    expect(await readSales(shop, code.id)).toEqual(before);
  });

  it("a rebuild from Stripe brings back what a code sold", async () => {
    const shop = openTestShop();
    const code = await createCode(shop);
    const buyers = [await buy(shop, code.code), await buy(shop, code.code, monthly)];
    const before = await readSales(shop, code.id);
    for (const { userId } of buyers) await loseRows(shop, userId);
    expect(await readSales(shop, code.id)).toEqual(none);
    await runRebuild(shop);
    expect(await readSales(shop, code.id)).toEqual(before);
  });

  it("the figures of a code read its own purchases, and none of a thousand others", async () => {
    const shop = openTestShop();
    const { id: productId } = await shop.createPublishedProduct({});
    await fillOrders([productId, productId], 700_001, 701_100);
    const setCode = (id: string, from: number, to: number) =>
      env.DB.prepare(
        `UPDATE orders SET promotion_code_id = ?, discount_minor = 100
         WHERE id BETWEEN printf('ord_%026d', ?) AND printf('ord_%026d', ?)`,
      )
        .bind(id, from, to)
        .run();
    await setCode("promo_few", 700_001, 700_003);
    const { db, usage } = countReads(env.DB);
    const sales = (
      await mapSales(db, "test", "promotion_code_id", ["promo_few", "promo_none"])
    ).get("promo_few");
    expect(sales).toMatchObject({ orders: 3, totals: total(8700, 300) });
    expect(usage.rowsRead).toBeLessThan(20);
    await setCode("promo_many", 700_004, 701_100);
    const many = await mapSales(shop.ctx().db, "test", "promotion_code_id", ["promo_many"]);
    expect(many.get("promo_many")).toEqual({
      orders: 1000,
      subscriptions: 0,
      isMore: true,
      totals: null,
    });
  });

  it.each([
    ["orders", once, ["Link", "Referral", "Gift", "Lines", "Upgrade of"]],
    ["subscriptions", monthly, ["Link", "Referral"]],
  ] as const)("the export of %s names the code that was entered", async (list, price, others) => {
    const shop = openTestShop();
    const code = await createCode(shop, { code: `CSV-${list.toUpperCase()}` });
    await buy(shop, code.code, price);
    const support = await createSignedInUser({ role: "support", env: shop.env });
    const path = `/api/admin/${list}/export?promotionCodeId=${code.id}`;
    const lines = (await (await support.fetch(path)).text()).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]!.endsWith(["", "Discount code", ...others].join(","))).toBe(true);
    expect(lines[1]!.endsWith(["", code.code, ...others.map(() => "")].join(","))).toBe(true);
  });
});
