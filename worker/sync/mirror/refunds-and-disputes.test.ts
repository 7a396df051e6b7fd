import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { SECOND } from "../../lib/time.ts";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { findStripeCustomerOfUser } from "../customer/store.ts";
import { syncStripeCustomer } from "../customer/sync-stripe-customer.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";

/** Creates an order of $29.00 paid by this card. */
async function createPaidOrder(shop: TestShop, card?: string) {
  const product = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
  await shop.pay(checkout.url, card);
  const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const sync = () => syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
  await sync();
  const { stripe } = shop.ctx();
  const charge = (await stripe.charges.list()).data[0]!;
  const order = async () => (await listOrders(shop.ctx(), { userId }))[0]!;
  return { userId, charge, order, sync };
}

describe("refunds", () => {
  it("partial refunds add up: only the last one ends access", async () => {
    const shop = openTestShop();
    const { userId, charge, order, sync } = await createPaidOrder(shop);
    for (const [amount, refundedMinor, reason] of [
      [1000, 1000, "order_paid"],
      [1000, 2000, "order_paid"],
      [900, 2900, "order_refunded"],
    ] as const) {
      const { created } = await shop.ctx().stripe.refunds.create({ charge: charge.id, amount });
      await sync();
      await sync();
      expect(await order()).toMatchObject({ refundedMinor, refundedAt: created * SECOND });
      expect(await listAccessReasons(shop, userId)).toEqual([reason]);
    }
  });

  it("a refund that fails later restores access", async () => {
    const shop = openTestShop();
    const { userId, charge, order, sync } = await createPaidOrder(shop, "4000000000005126");
    await shop.ctx().stripe.refunds.create({ charge: charge.id });
    await sync();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_refunded"]);
    await shop.control("clock", { advanceSeconds: 7 * 86_400 });
    await sync();
    expect(await order()).toMatchObject({ status: "paid", refundedMinor: 0, refundedAt: null });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });
});

describe("disputes", () => {
  it.each([
    ["won", "order_paid"],
    ["warning_closed", "order_paid"],
    ["lost", "order_disputed"],
  ] as const)(
    "a dispute suspends access while it is open; once %s, the access reason is %s",
    async (outcome, reason) => {
      const shop = openTestShop();
      const { userId, charge, order, sync } = await createPaidOrder(shop);
      const dispute = await shop.control<Stripe.Dispute>("disputes", { charge: charge.id });
      await sync();
      expect(await listAccessReasons(shop, userId)).toEqual(["order_disputed"]);
      await shop.control(`disputes/${dispute.id}/close`, { outcome });
      await sync();
      expect(await listAccessReasons(shop, userId)).toEqual([reason]);
      expect(await order()).toMatchObject({
        disputeStatus: outcome,
        disputedAt: dispute.created * SECOND,
      });
    },
  );
});

describe("metadata", () => {
  // https://github.com/better-auth/better-auth/issues/9164
  it("metadata named __proto__ is ignored", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const { stripe } = shop.ctx();
    const ours = (await stripe.checkout.sessions.list({ expand: ["data.line_items"] })).data[0]!;
    const foreign = await stripe.checkout.sessions.create({
      mode: "payment",
      customer: ours.customer as string,
      line_items: [{ price: ours.line_items!.data[0]!.price!.id, quantity: 1 }],
      success_url: "http://localhost:8787/",
      metadata: JSON.parse('{"__proto__":"prd_polluted","constructor":"gatehouse_product"}'),
    });
    await shop.pay(foreign.url!);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
  });
});
