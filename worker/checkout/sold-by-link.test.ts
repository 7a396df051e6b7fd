import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf, type TestShop } from "../testing/shop.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { bookTaxCode, sellThroughLink } from "../testing/fixtures/tax.ts";
import { refundOrder } from "../admin/orders/refund-order.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import { saveTaxSettings } from "../admin/settings/save-tax.ts";
import { changePlan } from "../billing/change-plan.ts";
import { endSubscription } from "../billing/end-subscription.ts";
import { pauseSubscription } from "../billing/pause-subscription.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { scheduleCancellation, undoCancellation } from "../billing/schedule-cancellation.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { saveConsentSettings } from "../settings/consent-settings.ts";
import { taxSettings, type TaxSettings } from "../settings/tax-settings.ts";
import { showBilling } from "../shop/billing/show-billing.ts";
import { showProduct } from "../storefront/show-shop.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { openCheckout } from "./open-checkout.ts";

// The tax settings are the whole shop's.
beforeEach(emptyDatabase);

const once = { type: "one_time", amountMinor: 10_000, currency: "usd" } as const;
const seats = { ...monthly, model: "per_seat" } as const;
const taxCode = bookTaxCode;

const everything: TaxSettings = {
  automatic: true,
  behavior: "exclusive",
  collectTaxIds: true,
  requireBillingAddress: true,
  soldByLink: false,
};

/** A shop that uses everything that Stripe refuses where Link sells. */
async function openDemandingShop() {
  const shop = openTestShop();
  await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
  await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
  await taxSettings.save(shop.ctx(), everything);
  return shop;
}

async function openSession(shop: TestShop, priceId: string) {
  const { url } = await openCheckout(shop.asUser(await shop.createUser()), { priceId });
  return shop.ctx().stripe.checkout.sessions.retrieve(sessionIdOf(url), { expand: ["line_items"] });
}

describe("a checkout", () => {
  it.each([once, seats])(
    "a checkout of $type turns what Link refuses on and off with it",
    async (price) => {
      const shop = await openDemandingShop();
      const { prices } = await shop.createPublishedProduct({ taxCode, prices: [price] });
      const ours = await openSession(shop, prices[0]!.id);
      expect(ours).toMatchObject({
        managed_payments: { enabled: false },
        tax_id_collection: { enabled: true },
        billing_address_collection: "required",
        custom_text: { terms_of_service_acceptance: { message: expect.any(String) } },
      });
      await saveTaxSettings(shop.ctx(), { ...everything, soldByLink: true });
      const links = await openSession(shop, prices[0]!.id);
      expect(links).toMatchObject({
        managed_payments: { enabled: true },
        tax_id_collection: { enabled: false },
        billing_address_collection: null,
        custom_text: { terms_of_service_acceptance: null },
        consent_collection: { terms_of_service: "required" },
      });
      expect(links.line_items!.data[0]!.adjustable_quantity ?? null).toBeNull();
    },
  );
});

describe("a purchase", () => {
  it("a purchase from Link is taxed by it, gives access, and is refunded with the tax", async () => {
    const shop = openTestShop();
    await sellThroughLink(shop);
    const { userId, customerId, product } = await payForNewProduct(shop, {
      taxCode,
      prices: [once],
    });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(order).toMatchObject({ soldByLink: true, totalMinor: 12_000, taxMinor: 2000 });
    const [entry] = await showLibrary(shop.asUser(userId), { userId });
    expect(entry!.access.active).toBe(true);
    expect((await showProduct(shop.ctx(), product)).prices[0]!.tax).toBe("exclusive");

    const team = shop.asUser(await shop.createUser(), Date.now(), "admin");
    await refundOrder(team, { id: order!.id, refundedMinor: 0, reason: "requested_by_customer" });
    expect(await showOrder(team, { id: order!.id })).toMatchObject({
      status: "refunded",
      soldByLink: true,
      refundedMinor: 12_000,
      access: { active: false },
    });
  });
});

describe("a subscription", () => {
  it("a subscription from Link renews with tax, and can be canceled, kept and ended", async () => {
    const shop = openTestShop();
    await sellThroughLink(shop);
    const sub = await subscribe(shop, { taxCode, prices: [monthly] });
    await sub.advanceDays(32);
    const charges = await shop.ctx().stripe.charges.list();
    expect(charges.data.map(({ amount }) => amount)).toEqual([1080, 1080]);
    await scheduleCancellation(sub.userContext(), { id: sub.id });
    await undoCancellation(sub.userContext(), { id: sub.id });
    expect(await sub.mirrored()).toMatchObject({ soldByLink: true, cancelAt: null });
    await endSubscription(sub.userContext(), { id: sub.id });
    expect(await sub.mirrored()).toMatchObject({ status: "canceled" });
  });

  it("a plan, its seats and a pause of Link's subscription are refused before Stripe is asked", async () => {
    const shop = openTestShop();
    await sellThroughLink(shop);
    const prices = [seats, { ...monthly, amountMinor: 1900 }];
    const sub = await subscribe(shop, { taxCode, prices });
    const { id, product } = sub;
    const refusal = { code: "subscription_sold_by_link" };
    const choices = [{ priceId: product.prices[1]!.id }, { quantity: 2 }];
    for (const choice of choices) {
      const prorationDate = Date.now();
      const change = changePlan(sub.userContext(), { id, ...choice, prorationDate });
      await expect(change).rejects.toMatchObject(refusal);
      const preview = previewPlanChange(sub.userContext(), { id, ...choice });
      await expect(preview).rejects.toMatchObject(refusal);
    }
    await expect(pauseSubscription(sub.userContext(), { id })).rejects.toMatchObject(refusal);
    const { subscriptions } = await showBilling(sub.userContext(), { userId: sub.userId });
    expect(subscriptions).toMatchObject([
      { id, soldByLink: true, actions: ["cancel", "end"], plans: [] },
    ]);
  });

  it("a subscription that the shop sold keeps its seller and its changes when Link takes over", async () => {
    const shop = openTestShop();
    const dearer = { ...monthly, amountMinor: 1900 };
    const sub = await subscribe(shop, { taxCode, prices: [monthly, dearer] });
    await sellThroughLink(shop);
    const choice = { id: sub.id, priceId: sub.product.prices[1]!.id };
    const { prorationDate } = await previewPlanChange(sub.userContext(), choice);
    await changePlan(sub.userContext(), { ...choice, prorationDate });
    expect(await sub.mirrored()).toMatchObject({
      soldByLink: false,
      items: [{ amountMinor: 1900, taxBehavior: null }],
    });
  });
});
