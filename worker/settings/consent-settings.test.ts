import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { collectTax } from "../testing/fixtures/tax.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { showOrder } from "../admin/orders/show-order.ts";
import { showSubscription } from "../admin/subscriptions/show-subscription.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { exportAccount } from "../account/export-account.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { consentSettings, saveConsentSettings } from "./consent-settings.ts";
import { saveLegalTexts } from "./legal-pages.ts";

// The settings are the whole shop's.
beforeEach(emptyDatabase);

const TERMS_URL = "https://shop.example.com/terms";
const once = { type: "one_time", amountMinor: 2900, currency: "usd" } as const;

/** Opens a test shop whose Stripe account has a URL of its terms. */
async function openShopWithTerms(): Promise<TestShop> {
  const shop = openTestShop();
  await shop.control("settings", { termsOfServiceUrl: TERMS_URL });
  return shop;
}

async function buy(shop: TestShop, price: typeof once | typeof monthly) {
  const { prices } = await shop.createPublishedProduct({ prices: [price] });
  const userId = await shop.createUser();
  const checkout = await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  const session = await shop.pay(checkout.url);
  await confirmCheckout(shop.asUser(userId), { id: checkout.id });
  return { userId, session };
}

describe("consent at checkout", () => {
  // https://github.com/TryGhost/Ghost/pull/29715
  it("a Stripe account with Managed Payments by default still sells with the shop's terms and tax", async () => {
    const shop = await openShopWithTerms();
    await shop.control("settings", { managedPaymentsByDefault: true });
    await collectTax(shop);
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: "My terms." });
    await buy(shop, once);
    await buy(shop, monthly);
    const { data: sessions } = await shop.ctx().stripe.checkout.sessions.list();
    expect(sessions.map((session) => [session.mode, session.managed_payments])).toEqual([
      ["subscription", { enabled: false }],
      ["payment", { enabled: false }],
      ["setup", { enabled: false }],
    ]);
  });

  it("consent is not asked for by default, and nothing is kept", async () => {
    const shop = openTestShop();
    const { userId, session } = await buy(shop, once);
    expect(session.consent_collection).toBeNull();
    expect(await listOrders(shop.ctx(), { userId })).toMatchObject([
      { consentedAt: null, consentText: null },
    ]);
  });

  it("what a buyer agreed to, and when, is kept with the order, shown to the team and exported", async () => {
    const shop = await openShopWithTerms();
    await saveLegalTexts(shop.ctx(), { terms: "Be kind.", privacy: "", refunds: "", imprint: "" });
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const { userId, session } = await buy(shop, once);
    expect(session.consent).toMatchObject({ terms_of_service: "accepted" });
    const [order] = await listOrders(shop.ctx(), { userId });
    const text =
      "I agree to the [terms of service](http://localhost:8787/legal/terms) and ask for access right away. I understand that I lose my right of withdrawal once access begins.";
    expect(order).toMatchObject({ consentText: text, consentedAt: order!.paidAt });
    expect(order!.consentedAt).not.toBeNull();
    expect(await showOrder(shop.ctx(), { id: order!.id })).toMatchObject({ consentText: text });
    expect((await exportAccount(shop.asUser(userId))).orders).toMatchObject([
      { consentText: text, consentedAt: order!.consentedAt },
    ]);
  });

  it("the consent of a subscriber survives a rebuild from Stripe", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms", text: "I agree to the rules." });
    const { userId } = await buy(shop, monthly);
    const [before] = await listSubscriptions(shop.ctx(), { userId });
    expect(before).toMatchObject({ consentText: "I agree to the rules." });
    expect(before!.consentedAt).toBe(before!.createdAt);
    expect(await showSubscription(shop.ctx(), { id: before!.id })).toMatchObject({
      consentText: "I agree to the rules.",
    });
    await deleteMirroredRows(shop, userId);
    await runRebuild(shop);
    expect(await listSubscriptions(shop.ctx(), { userId })).toMatchObject([
      { consentedAt: before!.consentedAt, consentText: before!.consentText },
    ]);
  });

  it("consent in Stripe's own words has no text of ours", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms", text: null });
    const { userId, session } = await buy(shop, once);
    expect(session.custom_text.terms_of_service_acceptance).toBeNull();
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(order).toMatchObject({ consentText: null });
    expect(order!.consentedAt).not.toBeNull();
  });

  it("consent is not turned on while Stripe has no URL of the terms, since every checkout would fail", async () => {
    const shop = openTestShop();
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const save = (body: object) =>
      owner.fetch("/api/admin/settings/consent", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const refused = await save({ ask: "terms", text: null });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      code: "invalid_input",
      fields: [{ path: "ask", message: expect.stringContaining("Public details") }],
    });
    expect(await consentSettings.read(shop.ctx())).toEqual({ ask: "none", text: null });
    await shop.control("settings", { termsOfServiceUrl: TERMS_URL });
    expect((await save({ ask: "terms", text: null })).status).toBe(200);
    expect(await owner.json("/api/admin/settings/consent")).toEqual({
      ask: "terms",
      text: null,
      version: expect.any(Number),
    });
    // The session that found it out is closed.
    const { data } = await shop.ctx().stripe.checkout.sessions.list();
    expect(data.map(({ status, mode }) => [status, mode])).toEqual([["expired", "setup"]]);
  });
});
