import { describe, expect, it } from "vitest";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openPermanentLink } from "../../checkout/open-permanent-link.ts";
import { createPermanentLink, findOrCreatePlainLink } from "../../checkout/save-permanent-link.ts";
import { showPermanentLink } from "../../checkout/show-permanent-links.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { deleteMirroredRows } from "../../testing/fixtures/delete-mirrored-rows.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { refundOrder } from "../orders/refund-order.ts";
import { searchOrders, summarizeOrders } from "../orders/search-orders.ts";
import { showOrder } from "../orders/show-order.ts";
import type { NewPrice } from "../products/schema.ts";
import {
  searchSubscriptions,
  summarizeSubscriptions,
} from "../subscriptions/search-subscriptions.ts";
import { showSubscription } from "../subscriptions/show-subscription.ts";
import { listSoldLinks, showSoldLink } from "./show-links.ts";

async function createLink(shop: TestShop, price?: NewPrice) {
  const product = await shop.createPublishedProduct(price ? { prices: [price] } : {});
  return showPermanentLink(
    shop.ctx(),
    await createPermanentLink(shop.ctx(), { priceId: product.prices[0]!.id }),
  );
}

async function buy(shop: TestShop, { code }: { code: string }) {
  const userId = await shop.createUser();
  const buyer = shop.asUser(userId);
  const checkout = await openPermanentLink(buyer, { code, referral: '{"ref":"ann"}' });
  await shop.pay(checkout.url);
  await confirmCheckout(buyer, checkout);
  const sync = async (now: number) => {
    const { id: customerId } = (await findStripeCustomerOfUser(shop.ctx().db, userId, "test"))!;
    await syncStripeCustomer(shop.ctx(undefined, now), { customerId, force: true });
  };
  return { userId, sync };
}

const total = (paidMinor: number, refundedMinor = 0) => [
  { currency: "usd", paidMinor, refundedMinor, discountMinor: 0 },
];

describe("what a permanent link sold", () => {
  it("an order counts with what was paid and refunded, and says which link it came from", async () => {
    const shop = openTestShop();
    const [link, other] = [await createLink(shop), await createLink(shop)];
    const { userId } = await buy(shop, link);
    await buy(shop, other);
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(await showOrder(shop.ctx(), { id: order!.id })).toMatchObject({
      linkId: link.id,
      referral: '{"ref":"ann"}',
    });
    await refundOrder(shop.asUser(await shop.createUser(), Date.now(), "admin"), {
      id: order!.id,
      refundedMinor: 0,
      amountMinor: 500,
      reason: "requested_by_customer",
    });
    const sales = { orders: 1, subscriptions: 0, isMore: false, totals: total(2900, 500) };
    expect((await showSoldLink(shop.ctx(), link)).sales).toEqual(sales);
    const listed = (await listSoldLinks(shop.ctx(), { productId: link.productId })).items;
    expect(listed).toMatchObject([{ id: link.id, sales }]);
    const found = { linkId: link.id };
    for (const more of [
      {},
      { productId: link.productId },
      { status: "partially_refunded" as const },
      { search: order!.id },
    ])
      expect((await searchOrders(shop.ctx(), { ...found, ...more })).items).toMatchObject([
        { id: order!.id },
      ]);
    expect((await searchOrders(shop.ctx(), { ...found, status: "paid" })).items).toEqual([]);
    expect(await summarizeOrders(shop.ctx(), found)).toMatchObject({ count: 1 });
  });

  it("a subscription adds its renewals and takes off refunds, also after a rebuild", async () => {
    const shop = openTestShop();
    const link = await createLink(shop, monthly);
    const { userId, sync } = await buy(shop, link);
    const readTotals = async () => (await showSoldLink(shop.ctx(), link)).sales.totals;
    expect(await readTotals()).toEqual(total(900));
    const later = Date.now() + 32 * DAY;
    await shop.control("clock", { advanceSeconds: (32 * DAY) / SECOND });
    await sync(later);
    expect(await readTotals()).toEqual(total(1800));
    const [charge] = (await shop.ctx().stripe.charges.list({ limit: 1 })).data;
    await shop.ctx().stripe.refunds.create({ charge: charge!.id, amount: 300 });
    await sync(later);
    expect(await readTotals()).toEqual(total(1800, 300));
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    expect(await readTotals()).toEqual(total(1800, 300));
    const [subscription] = await listSubscriptions(shop.ctx(), { userId });
    expect(await showSubscription(shop.ctx(), { id: subscription!.id })).toMatchObject({
      linkId: link.id,
      referral: '{"ref":"ann"}',
    });
    const found = { linkId: link.id };
    expect((await searchSubscriptions(shop.ctx(), found)).items).toMatchObject([
      { id: subscription!.id },
    ]);
    expect(await summarizeSubscriptions(shop.ctx(), found)).toMatchObject({ count: 1 });
  });

  it("a link that sold nothing has no totals, and is found by a part of its name or code", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({});
    const name = `Letter ${crypto.randomUUID()}`;
    const { id } = await createPermanentLink(shop.ctx(), { priceId: prices[0]!.id, name });
    const none = { orders: 0, subscriptions: 0, isMore: false, totals: [] };
    const { code, sales } = await showSoldLink(shop.ctx(), { id });
    expect(sales).toEqual(none);
    for (const search of [name.slice(3).toUpperCase(), code.slice(1)])
      expect((await listSoldLinks(shop.ctx(), { search })).items).toMatchObject([{ id }]);
    const plain = await findOrCreatePlainLink(shop.ctx(), { priceId: prices[0]!.id });
    expect(plain.id).not.toBe(id);
  });
});
