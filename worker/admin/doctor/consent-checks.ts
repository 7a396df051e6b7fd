import {
  consentSettings,
  findConsentSetupError,
  isOwnTextTooLong,
} from "../../settings/consent-settings.ts";
import { readLegalTexts } from "../../settings/legal-pages.ts";
import { legalPages } from "../../shared/legal-pages.ts";
import { listTexts, readTranslations } from "../../translations/edit-translations.ts";
import { broken, note, ok, warning, type Check } from "./check.ts";

const consent: Check = {
  id: "consent",
  title: "Consent at checkout",
  async run(ctx) {
    const settings = await consentSettings.read(ctx);
    if (settings.ask !== "none" && (await findConsentSetupError(ctx)) !== null)
      return broken(
        "Your Stripe account has no URL for your terms of service, so every checkout fails.",
        "Enter the URL in the Stripe dashboard under Settings → Business → Public details.",
      );
    if (settings.ask === "none")
      return note("Customers aren’t asked to accept the terms of service.");
    if (isOwnTextTooLong(settings))
      return warning(
        "Your own text next to the checkbox is too long to stand beside what the law needs, so customers see the standard text.",
        "Shorten it in Settings → Legal.",
      );
    return ok("Customers accept the terms of service before they pay.");
  },
};

/** The platform of the European Union for disputes was closed on July 20, 2025, so links to it mislead. */
const deadLink = /ec\.europa\.eu\/(consumers\/)?odr/i;

const legalTexts: Check = {
  id: "legal_texts",
  title: "Legal pages",
  async run(ctx) {
    const [texts, translations] = await Promise.all([
      readLegalTexts(ctx),
      readTranslations(ctx, ["legal"]),
    ]);
    const found = [
      ...legalPages.flatMap((page) => (deadLink.test(texts[page]) ? [page] : [])),
      ...listTexts(translations.get("legal") ?? {}).flatMap(({ field, locale, text }) =>
        deadLink.test(text) ? [`${field} (${locale})`] : [],
      ),
    ];
    if (found.length > 0)
      return warning(
        `Your legal pages link to the European platform for online dispute resolution, which closed in July 2025: ${found.join(", ")}.`,
        "Remove the link in Settings → Legal.",
      );
    return ok("No legal page has a link that is known to be dead.");
  },
};

export const consentChecks: Check[] = [consent, legalTexts];
