import { expect, test } from "vitest";
import { saveConsentSettings } from "../settings/consent-settings.ts";
import { findRefreshUrl, listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { createSignedInUser, type Browser } from "../testing/clients/sign-in.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { openTestShop, sessionIdOf } from "../testing/shop.ts";

/** What the law asks for in words, on the pages without scripts. Escapes of HTML are left out. */
const words = {
  en: {
    withdraw: [
      "Withdraw from a contract",
      "Confirm withdrawal",
      "We have received your withdrawal",
    ],
    cancel: ["Cancel a contract here", "Cancel now", "We have received your cancellation"],
    lastScreen: ["Due today", "renewed automatically. Cancel anytime", "Order and pay"],
    consent: ["I expressly agree that the digital content", "I expressly request that the service"],
  },
  de: {
    withdraw: ["Vertrag widerrufen", "Widerruf bestätigen", "Ihr Widerruf ist eingegangen"],
    cancel: ["Verträge hier kündigen", "Jetzt kündigen", "Ihre Kündigung ist eingegangen"],
    lastScreen: ["Heute fällig", "verlängert sich automatisch", "Zahlungspflichtig bestellen"],
    consent: ["Ich stimme ausdrücklich zu", "Ich verlange ausdrücklich"],
  },
  fr: {
    withdraw: [
      "Se rétracter d’un contrat",
      "Confirmer la rétractation",
      "Nous avons reçu votre rétractation",
    ],
    cancel: [
      "Résilier votre contrat",
      "Notification de la résiliation",
      "Nous avons reçu votre résiliation",
    ],
    lastScreen: [
      "À payer aujourd’hui",
      "avec renouvellement automatique",
      "Commander avec obligation de paiement",
    ],
    consent: ["J’accepte expressément que le contenu", "Je demande expressément"],
  },
};

/** Sends each request in a language, as a browser that prefers it. */
const inLanguage = (browser: Pick<Browser, "fetch">, locale: string): Pick<Browser, "fetch"> => ({
  fetch: (path, init) =>
    browser.fetch(path, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), "accept-language": locale },
    }),
});

test.each(["en", "de", "fr"] as const)(
  "in %s, a buyer orders, agrees, withdraws and cancels in the words of the law without scripts",
  async (locale) => {
    await emptyDatabase();
    const shop = openTestShop({ hasEmailSender: true });
    await shop.control("settings", { termsOfServiceUrl: "https://shop.example.com/terms" });
    await saveConsentSettings(shop.ctx(), { ask: "terms_and_waiver", text: null });
    const { prices } = await shop.createPublishedProduct({
      prices: [monthly],
      benefits: [
        { type: "download", name: "A file", settings: {} },
        { type: "feature", name: "A feature", settings: {} },
      ],
    });
    const price = prices[0]!.id;
    const buyer = inLanguage(await createSignedInUser({ env: shop.env }), locale);
    const expectWords = (text: string, expected: string[]) =>
      expect(expected.filter((part) => !text.includes(part))).toEqual([]);

    expectWords(
      await (await openPage(buyer, `/buy?price=${price}`)).text(),
      words[locale].lastScreen,
    );
    const leaving = await (await submitForm(buyer, "/buy", { price, terms: "seen" })).text();
    const session = await shop
      .ctx()
      .stripe.checkout.sessions.retrieve(sessionIdOf(findRefreshUrl(leaving)!));
    expect(session.locale).toBe(locale);
    expectWords(
      session.custom_text.terms_of_service_acceptance?.message ?? "",
      words[locale].consent,
    );

    for (const [path, expected] of [
      ["/withdraw", words[locale].withdraw],
      ["/cancel", words[locale].cancel],
    ] as const) {
      const first = await (await openPage(buyer, path)).text();
      const typed = { name: "Mia Member", contract: "The field guide", email: "mia@example.com" };
      const second = await (await submitForm(buyer, path, { ...typed, step: "review" })).text();
      const form = listForms(second).find(({ action }) => action === path);
      const last = await (
        await submitForm(buyer, path, { ...form!.fields, step: "declare" })
      ).text();
      for (const [at, html] of [first, second, last].entries()) expectWords(html, [expected[at]!]);
    }
  },
);
