import { beforeEach, describe, expect, it } from "vitest";
import { chooseLanguage } from "../account/change-profile.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { readConsent } from "../purchases/consent-record.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../purchases/subscriptions/list-subscriptions.ts";
import { saveConsentSettings } from "../settings/consent-settings.ts";
import { emailSettings } from "../settings/email-settings.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { saveLegalTexts } from "../settings/legal-pages.ts";
import { legalVersionPath } from "../settings/legal-versions.ts";
import type { Locale } from "../shared/locales.ts";
import { toOrderNumber } from "../shared/order-number.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import type { NewProduct } from "../admin/products/schema.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

// The settings are the whole shop's.
beforeEach(emptyDatabase);

const once = { type: "one_time", amountMinor: 2900, currency: "usd" } as const;
const file = { type: "download" as const, name: "A file", settings: {} };
const feature = { type: "feature" as const, name: "A feature", settings: {} };
const TERMS = "# Rules\n\nBe **kind**.";

async function openShop(): Promise<TestShop> {
  const shop = openTestShop({ hasEmailSender: true });
  await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
  await saveLegalTexts(shop.ctx(), { terms: TERMS, privacy: "", refunds: "", imprint: "" });
  await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
  return shop;
}

/** Buys in a country, and returns the email about it. */
async function buy(
  shop: TestShop,
  {
    country = "DE",
    locale = "en",
    price = once,
    benefits = [file],
    beforeSending = async () => {},
  }: {
    country?: string;
    locale?: Locale;
    price?: NonNullable<NewProduct["prices"]>[number];
    benefits?: (typeof file | typeof feature)[];
    beforeSending?: () => Promise<unknown>;
  } = {},
) {
  const { prices } = await shop.createPublishedProduct({ prices: [price], benefits });
  const userId = await shop.createUser();
  const buyer = { ...shop.asUser(userId), locale };
  await chooseLanguage(buyer, { locale });
  const checkout = await openCheckout(buyer, { priceId: prices[0]!.id });
  await shop.pay(checkout.url, undefined, { country });
  await beforeSending();
  await confirmCheckout(buyer, { id: checkout.id });
  await sendQueuedEmails(shop.ctx());
  const [email] = await shop.emailsTo(userId);
  return { userId, text: email?.text.replace(/\s+/g, " ") ?? null, html: email?.html ?? "" };
}

const readOrder = async (shop: TestShop, userId: string) =>
  (await listOrders(shop.ctx(), { userId }))[0]!;

describe("the email of a purchase", () => {
  it("content with a waiver is confirmed with the text agreed to and the terms, and this is noted", async () => {
    const shop = await openShop();
    const { userId, text, html } = await buy(shop);
    const order = await readOrder(shop, userId);
    const version = `http://localhost:8787${legalVersionPath("terms", TERMS)}`;
    expect(text).toContain("What you agreed to");
    expect(text).toContain(`I agree to the terms of service (${version}). I expressly agree that`);
    expect(text).toContain("so you have no right to withdraw from this contract.");
    expect(text).not.toContain("Model withdrawal form");
    expect(html).not.toContain("/withdraw");
    expect(text).toContain("Rules Be kind.");
    expect(html).toContain("Be kind.");
    expect(html).toContain(`href="${version}"`);
    expect(readConsent(order)).toMatchObject({
      kinds: ["content"],
      confirmedAt: expect.any(Number),
    });
  });

  it("a service has the right of withdrawal, what it costs, the form, and the page to withdraw on", async () => {
    const shop = await openShop();
    const { userId, text, html } = await buy(shop, { price: monthly, benefits: [feature] });
    const [row] = await listSubscriptions(shop.ctx(), { userId });
    expect(text).toContain("You can withdraw from this contract within 14 days");
    expect(text).toContain("you pay for what was provided until you withdraw.");
    const url = `http://localhost:8787/withdraw?contract=${toOrderNumber(row!.id)}`;
    expect(text).toContain(url);
    expect(html.split(`href="${url}"`)).toHaveLength(2);
    expect(text).toContain("Model withdrawal form");
    expect(text).not.toContain("you have lost this right");
    expect(readConsent(row!)).toMatchObject({
      kinds: ["service"],
      confirmedAt: expect.any(Number),
    });
  });

  it("a purchase of both says what is lost for the content, and what stays for the service", async () => {
    const shop = await openShop();
    const { text } = await buy(shop, { benefits: [file, feature] });
    expect(text).toContain("within 14 days");
    expect(text).toContain("For the digital content in this contract, you have lost this right.");
  });

  it("the form is in the law's words, in the buyer's language", async () => {
    const shop = await openShop();
    const { text } = await buy(shop, { benefits: [feature], locale: "de" });
    expect(text).toContain("Muster-Widerrufsformular");
    expect(text).toContain("Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen");
    expect(text).toContain("(*) Unzutreffendes streichen.");
  });

  it("without a consent, content can be withdrawn from like anything else", async () => {
    const shop = await openShop();
    await saveConsentSettings(shop.ctx(), { ask: "none", text: null });
    const { userId, text } = await buy(shop);
    expect(text).toContain("You can withdraw from this contract within 14 days");
    expect(text).not.toContain("What you agreed to");
    expect(readConsent(await readOrder(shop, userId)).kinds).toEqual([]);
  });

  it("in Brazil, the right is for seven days and cannot be given up", async () => {
    const shop = await openShop();
    const { text } = await buy(shop, { country: "BR" });
    expect(text).toContain("within 7 days");
    expect(text).not.toContain("Model withdrawal form");
  });

  it("where no law gives the right, the email does not explain it", async () => {
    const shop = await openShop();
    const { userId, text } = await buy(shop, { country: "US" });
    expect(text).toContain("$29.00");
    expect(text).not.toContain("Right of withdrawal");
    expect((await readOrder(shop, userId)).confirmedAt).toBeNull();
  });

  it("a trial is confirmed if the shop sells where the right exists, since no country is known yet", async () => {
    const shop = await openShop();
    const trial = { ...monthly, trialDays: 14 };
    const buyTrial = () => buy(shop, { price: trial, benefits: [feature] });
    expect((await buyTrial()).text).toContain("within 14 days");
    await lawSettings.save(shop.ctx(), { seller: "US", buyers: ["US"] });
    expect((await buyTrial()).text).not.toContain("within 14 days");
  });

  it("the terms are those that the buyer accepted, also if the seller changes them before the email", async () => {
    const shop = await openShop();
    const { text } = await buy(shop, {
      beforeSending: () =>
        saveLegalTexts(shop.ctx(), { terms: "Pay more.", privacy: "", refunds: "", imprint: "" }),
    });
    expect(text).toContain("Be kind.");
    expect(text).not.toContain("Pay more.");
  });

  it("emails of purchases that are turned off are still sent where a consent needs its confirmation", async () => {
    const shop = await openShop();
    const settings = await emailSettings.read(shop.ctx());
    await emailSettings.save(shop.ctx(), { ...settings, purchase: false });
    const { userId, text } = await buy(shop);
    expect(text).toContain("What you agreed to");
    expect((await readOrder(shop, userId)).confirmedAt).not.toBeNull();
    expect((await buy(shop, { country: "US" })).text).toBeNull();
    await saveConsentSettings(shop.ctx(), { ask: "none", text: null });
    expect((await buy(shop)).text).toBeNull();
  });

  it("something free has nothing to withdraw from", async () => {
    const shop = await openShop();
    const { text } = await buy(shop, { price: { ...once, amountMinor: 0 } });
    expect(text).not.toContain("withdraw");
  });
});
