import { msg } from "@lingui/core/macro";
import { loadEmailI18n } from "../email-layout/load-email-i18n.ts";
import type { SoldKind } from "../shared/sold-kinds.ts";

/** The version of the words below, in any language. A change of what they say needs a new one. */
export const CONSENT_VERSION = "2026-11";

/**
 * Returns what a buyer agrees to, beside the box on Stripe's page: the terms, and for each kind of what they buy that it
 * begins at once, and what this means for the right of withdrawal.
 * @param locale of the checkout, a language of the shop
 * @param consent.termsUrl the page with the terms of service; null if the shop has none
 * @param consent.ownText the seller's own words about the terms; null for ours. They never replace the other parts.
 */
export async function writeConsentText(
  locale: string,
  consent: {
    kinds: readonly SoldKind[];
    termsUrl: string | null;
    ownText: string | null;
  },
): Promise<string> {
  const i18n = await loadEmailI18n(locale);
  const { kinds, termsUrl, ownText } = consent;
  const terms =
    termsUrl === null
      ? msg`I agree to the terms of service.`
      : msg({
          message: `I agree to the [terms of service](${termsUrl}).`,
          comment: "A link: keep the brackets, and {termsUrl} in parentheses right after them.",
        });
  return [ownText ?? i18n._(terms), ...kinds.map((kind) => i18n._(kindParts[kind]))].join(" ");
}

/** Directive 2011/83/EU: Art. 16(m) for content; Art. 8(8), 14(3) and 16(a) for services. */
const kindParts = {
  content: msg`I expressly agree that the digital content is provided before the withdrawal period ends, and I acknowledge that I thereby lose my right of withdrawal.`,
  service: msg`I expressly request that the service begins before the withdrawal period ends. If I withdraw, I pay for what was provided until then. I acknowledge that I lose my right of withdrawal once the service has been provided in full.`,
};
