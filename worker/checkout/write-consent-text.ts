import { msg } from "@lingui/core/macro";
import { loadEmailI18n } from "../email-layout/load-email-i18n.ts";

/**
 * Returns what a buyer agrees to, beside the box on Stripe's page, in the language of the shop that they come from:
 * also that access begins at once, and that this ends the right of withdrawal.
 * @param termsUrl the page with the terms of service; null if the shop has none
 */
export async function writeConsentText(locale: string, termsUrl: string | null): Promise<string> {
  const i18n = await loadEmailI18n(locale);
  return i18n._(
    termsUrl === null
      ? msg`I agree to the terms of service and ask for access right away. I understand that I lose my right of withdrawal once access begins.`
      : msg({
          message: `I agree to the [terms of service](${termsUrl}) and ask for access right away. I understand that I lose my right of withdrawal once access begins.`,
          comment: "A link: keep the brackets, and {termsUrl} in parentheses right after them.",
        }),
  );
}
