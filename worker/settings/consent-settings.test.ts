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
import { CONSENT_VERSION, writeConsentText } from "../checkout/write-consent-text.ts";
import { commit } from "../db/client.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { readConsent } from "../purchases/consent-record.ts";
import { locales, type Locale } from "../shared/locales.ts";
import type { SoldKind } from "../shared/sold-kinds.ts";
import {
  consentSettings,
  MAX_CONSENT_TEXT_LENGTH,
  saveConsentSettings,
} from "./consent-settings.ts";
import { upsertSetting } from "./store.ts";
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

const file = { type: "download" as const, name: "A file", settings: {} };
const feature = { type: "feature" as const, name: "A feature", settings: {} };

const CONTENT =
  "I expressly agree that the digital content is provided before the withdrawal period ends, and I acknowledge that I thereby lose my right of withdrawal.";
const SERVICE =
  "I expressly request that the service begins before the withdrawal period ends. If I withdraw, I pay for what was provided until then. I acknowledge that I lose my right of withdrawal once the service has been provided in full.";
const plain = (kinds: SoldKind[]) => ({ kinds, termsUrl: null, ownText: null });

type Product = Parameters<TestShop["createPublishedProduct"]>[0];

async function buy(
  shop: TestShop,
  price: { type: "one_time"; amountMinor: number; currency: "usd" } | typeof monthly,
  benefits?: object[],
  locale: Locale = "en",
) {
  const { prices } = await shop.createPublishedProduct({
    prices: [price],
    ...(benefits && { benefits: benefits as Product["benefits"] }),
  });
  const userId = await shop.createUser();
  const buyer = { ...shop.asUser(userId), locale };
  const checkout = await openCheckout(buyer, { priceId: prices[0]!.id });
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
    const { userId, session } = await buy(shop, once, [file]);
    expect(session.consent).toMatchObject({ terms_of_service: "accepted" });
    const [order] = await listOrders(shop.ctx(), { userId });
    const termsHash = sha256Hex("Be kind.");
    const text = `I agree to the [terms of service](http://localhost:8787/legal/terms@${termsHash}). ${CONTENT}`;
    const consent = {
      kinds: ["content"],
      version: "2026-11",
      locale: "en",
      textHash: sha256Hex(text),
      termsHash,
    };
    expect(order).toMatchObject({ consentText: text, consentedAt: order!.paidAt });
    expect(readConsent(order!)).toEqual({
      kinds: ["content"],
      consentedAt: order!.paidAt,
      confirmedAt: null,
      versionHash: consent.textHash,
    });
    expect(await showOrder(shop.ctx(), { id: order!.id })).toMatchObject({
      consentText: text,
      consent,
    });
    expect((await exportAccount(shop.asUser(userId))).orders).toMatchObject([
      { consentText: text, consentedAt: order!.consentedAt, consentRecord: order!.consentRecord },
    ]);
  });

  it("a service, content, and a product with both ask for what the law needs of each", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const textOf = async (benefits: object[]) =>
      (await buy(shop, once, benefits)).session.custom_text.terms_of_service_acceptance?.message;
    const terms = "I agree to the terms of service.";
    expect(await textOf([file])).toBe(`${terms} ${CONTENT}`);
    expect(await textOf([feature])).toBe(`${terms} ${SERVICE}`);
    expect(await textOf([feature, file])).toBe(`${terms} ${CONTENT} ${SERVICE}`);
    const asService = { ...file, settings: { kind: "service" } };
    expect(await textOf([asService])).toBe(`${terms} ${SERVICE}`);
    expect(await textOf([])).toBe(`${terms} ${SERVICE}`);
  });

  it("a subscriber's consent names the service, in the language of the checkout", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const { userId, session } = await buy(shop, monthly, [feature], "de");
    const text = session.custom_text.terms_of_service_acceptance?.message;
    expect(text).toContain("Widerruf");
    expect(text).not.toBe(await writeConsentText("en", plain(["service"])));
    const [row] = await listSubscriptions(shop.ctx(), { userId });
    expect(await showSubscription(shop.ctx(), { id: row!.id })).toMatchObject({
      consent: { kinds: ["service"], locale: "de", textHash: sha256Hex(text!) },
    });
  });

  it("something free asks for the terms alone", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const free = { ...once, amountMinor: 0 };
    const { userId, session } = await buy(shop, free, [file]);
    expect(session.custom_text.terms_of_service_acceptance?.message).toBe(
      "I agree to the terms of service.",
    );
    const [order] = await listOrders(shop.ctx(), { userId });
    expect(readConsent(order!).kinds).toEqual([]);
  });

  it("the seller's own text stands before what the law needs, and never instead of it", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), {
      ask: "terms_and_waiver",
      text: "I agree to the rules.",
    });
    const { session } = await buy(shop, once, [file]);
    expect(session.custom_text.terms_of_service_acceptance?.message).toBe(
      `I agree to the rules. ${CONTENT}`,
    );
  });

  it("an own text of more than 400 characters is refused where the law needs place beside it", async () => {
    const shop = await openShopWithTerms();
    const long = "x".repeat(401);
    const save = (input: Parameters<typeof saveConsentSettings>[1]) =>
      saveConsentSettings(shop.ctx(), input);
    await expect(save({ ask: "terms_and_waiver", text: long })).rejects.toMatchObject({
      fields: [{ path: "text" }],
    });
    await expect(
      save({ ask: "terms_and_waiver", text: null, translations: { de: { text: long } } }),
    ).rejects.toMatchObject({ fields: [{ path: "translations.de.text" }] });
    await save({ ask: "terms", text: long });
  });

  it("an own text that was too long before there was a limit gives way to the shop's words", async () => {
    const shop = await openShopWithTerms();
    await saveConsentSettings(shop.ctx(), { ask: "terms", text: "x".repeat(1200) });
    await commit(shop.ctx().db, [
      upsertSetting(shop.ctx().db, {
        name: "consent",
        value: { ask: "terms_and_waiver", text: "x".repeat(1200) },
        updatedAt: shop.ctx().now,
      }),
    ]);
    const { session } = await buy(shop, once, [file]);
    expect(session.custom_text.terms_of_service_acceptance?.message).toBe(
      `I agree to the terms of service. ${CONTENT}`,
    );
  });

  it.each(locales)("the longest text in %s is short enough for Stripe", async (locale) => {
    const text = await writeConsentText(locale, {
      kinds: ["content", "service"],
      termsUrl: null,
      ownText: "x".repeat(400),
    });
    expect(text.length).toBeLessThanOrEqual(MAX_CONSENT_TEXT_LENGTH);
    const linked = await writeConsentText(locale, {
      kinds: ["content", "service"],
      termsUrl: `https://${"a".repeat(253)}/legal/terms@${"0".repeat(64)}`,
      ownText: null,
    });
    expect(linked.length).toBeLessThanOrEqual(MAX_CONSENT_TEXT_LENGTH);
  });

  it("the version of the shop's words changes with what they say", () => {
    expect([CONSENT_VERSION, sha256Hex(`${CONTENT} ${SERVICE}`).slice(0, 8)]).toEqual([
      "2026-11",
      "58a9627d",
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
