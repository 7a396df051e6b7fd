import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { collectTax } from "../testing/fixtures/tax.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import { showOverview } from "../admin/overview/show-overview.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { taxSettings } from "../settings/tax-settings.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { readLines } from "../purchases/orders/lines.ts";
import { confirmCheckout } from "./confirm-checkout.ts";
import { openCheckout } from "./open-checkout.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { changePlan } from "../billing/change-plan.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { showProduct, showShop } from "../storefront/show-shop.ts";

// The tax settings are the whole shop's.
beforeEach(emptyDatabase);

const once = { type: "one_time", amountMinor: 10_000, currency: "usd" } as const;

describe("with tax on top of the prices", () => {
  it("each line of an order has its tax, and is refunded with it", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    const font = await shop.createPublishedProduct({ prices: [{ ...once, amountMinor: 900 }] });
    const app = await shop.createPublishedProduct({ prices: [once], addOns: [font.id] });
    const userId = await shop.createUser();
    const checkout = await openCheckout(shop.asUser(userId), {
      priceId: app.prices[0]!.id,
      addOnIds: [font.id],
    });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(userId), checkout);
    const read = async () => (await listOrders(shop.ctx(), { userId }))[0]!;
    const order = await read();
    expect(order).toMatchObject({ totalMinor: 13_080, taxMinor: 2180 });
    const [first, second] = readLines(order)!;
    expect(first).toMatchObject({ productId: app.id, totalMinor: 12_000, taxMinor: 2000 });
    expect(second).toMatchObject({ productId: font.id, totalMinor: 1080, taxMinor: 180 });

    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const reason = "requested_by_customer";
    await refundOrder(team, { id: order.id, refundedMinor: 0, lineIds: [second!.id], reason });
    expect(await read()).toMatchObject({ status: "partially_refunded", refundedMinor: 1080 });
    expect(await showOrder(team, { id: order.id })).toMatchObject({
      refund: { refundableMinor: 12_000 },
    });
    await refundOrder(team, { id: order.id, refundedMinor: 1080, lineIds: [first!.id], reason });
    expect(await read()).toMatchObject({ status: "refunded", refundedMinor: 13_080 });
  });

  it("an order has Stripe's tax, is refunded with it, and counts as revenue with it", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    const { userId, customerId } = await payForNewProduct(shop, { prices: [once] });
    const sync = () => syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await sync();
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(order).toMatchObject({ totalMinor: 12_000, taxMinor: 2000, status: "paid" });
    const overview = await showOverview(shop.ctx(), { range: "30d" });
    expect(overview.currencies[0]).toMatchObject({ revenue: { total: 12_000 } });

    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const refund = (refundedMinor: number, amountMinor?: number) =>
      refundOrder(team, {
        id: order!.id,
        refundedMinor,
        amountMinor,
        reason: "requested_by_customer",
      });
    // What was paid without the tax is only a part.
    await refund(0, 10_000);
    expect(await showOrder(team, { id: order!.id })).toMatchObject({
      status: "partially_refunded",
      refund: { refundableMinor: 2000 },
    });
    await refund(10_000);
    expect(await showOrder(team, { id: order!.id })).toMatchObject({
      status: "refunded",
      refundedMinor: 12_000,
      access: { active: false },
    });
  });

  it("a renewal is charged with tax, and a plan change exactly as its preview said", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    const dearer = { ...monthly, amountMinor: 2000 };
    const sub = await subscribe(shop, { prices: [{ ...monthly, amountMinor: 1000 }, dearer] });
    const charges = async () =>
      (await shop.ctx().stripe.charges.list()).data.map(({ amount }) => amount);
    expect(await charges()).toEqual([1200]);
    await sub.advanceDays(32);
    expect(await charges()).toEqual([1200, 1200]);

    const choice = { id: sub.id, priceId: sub.product.prices[1]!.id };
    const preview = await previewPlanChange(sub.userContext(), choice);
    const lines = preview.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    expect(preview.taxMinor).toBeGreaterThan(0);
    expect(lines + preview.taxMinor).toBe(preview.dueNowMinor);
    expect(preview.next.amountMinor).toBe(2400);
    await changePlan(sub.userContext(), { ...choice, prorationDate: preview.prorationDate });
    expect(await charges()).toEqual([preview.dueNowMinor, 1200, 1200]);
  });

  it("the storefront, billing, the library and the console say so beside each price", async () => {
    const shop = openTestShop();
    await collectTax(shop, "exclusive");
    const sub = await subscribe(shop, { prices: [monthly, { ...monthly, amountMinor: 1900 }] });
    await shop.createPublishedProduct({ prices: [{ ...once, amountMinor: 0 }] });
    const { products } = await showShop(shop.ctx());
    const shownTaxes = products.map(({ prices }) => prices.map(({ tax }) => tax));
    expect(shownTaxes).toContainEqual(["exclusive", "exclusive"]);
    // Nothing is said about the tax of what is free.
    expect(shownTaxes).toContainEqual([null]);
    const [library] = await showLibrary(sub.userContext(), { userId: sub.userId });
    expect(library!.price).toMatchObject({ amountMinor: 900, tax: "exclusive" });
    const { subscriptions } = await showBilling(sub.userContext(), { userId: sub.userId });
    expect(subscriptions[0]).toMatchObject({
      price: { tax: "exclusive" },
      next: { amountMinor: 1080 },
      plans: [{ price: { amountMinor: 1900, tax: "exclusive" } }],
    });
    expect(await showSubscription(shop.ctx(), { id: sub.id })).toMatchObject({
      items: [{ taxBehavior: "exclusive" }],
    });

    // Turning tax off is about new checkouts: this subscription goes on as it is at Stripe.
    await taxSettings.save(shop.ctx(), {
      automatic: false,
      behavior: "exclusive",
      collectTaxIds: false,
      requireBillingAddress: false,
      soldByLink: false,
    });
    expect((await showProduct(shop.ctx(), sub.product)).prices[0]!.tax).toBeNull();
    await sub.sync();
    expect((await sub.mirrored()).items).toMatchObject([{ taxBehavior: "exclusive" }]);
  });
});

describe("with tax within the prices", () => {
  it("an order costs what the price says, and shows the tax in it", async () => {
    const shop = openTestShop();
    await collectTax(shop, "inclusive");
    const { userId, customerId, product } = await payForNewProduct(shop, { prices: [once] });
    expect(product.prices[0]).toMatchObject({ tax: "inclusive" });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([
      { totalMinor: 10_000, taxMinor: 1667 },
    ]);
  });

  it("a plan change has no tax beside its lines, which contain it", async () => {
    const shop = openTestShop();
    await collectTax(shop, "inclusive");
    const sub = await subscribe(shop, { prices: [monthly, { ...monthly, amountMinor: 1900 }] });
    const preview = await previewPlanChange(sub.userContext(), {
      id: sub.id,
      priceId: sub.product.prices[1]!.id,
    });
    expect(preview.taxMinor).toBe(0);
    expect(preview.lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(
      preview.dueNowMinor,
    );
    expect(preview.next.amountMinor).toBe(1900);
  });
});

describe("for a price that does not say whether it includes tax", () => {
  it("the default of the Stripe account counts, also if it goes by currency", async () => {
    const shop = openTestShop();
    const { stripe } = shop.ctx();
    const prices = [once, { ...once, currency: "eur" as const, amountMinor: 11_000 }];
    const { slug } = await shop.createPublishedProduct({ prices });
    const shownTax = async () =>
      (await showProduct(shop.ctx(), { slug })).prices.map(({ tax }) => tax);
    expect(await shownTax()).toEqual([null, null]);
    await collectTax(shop, null);
    expect(await shownTax()).toEqual(["exclusive", "exclusive"]);
    await stripe.tax.settings.update({ defaults: { tax_behavior: "inferred_by_currency" } });
    await collectTax(shop, null);
    expect(await shownTax()).toEqual(["exclusive", "inclusive"]);
  });
});
