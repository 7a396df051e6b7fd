import { mapBenefitsByProduct } from "../catalog/map-benefits.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { kindsOfBenefits } from "../law/kind-of-benefit.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { writeConsentRecord } from "../purchases/consent-record.ts";
import { isOwnTextTooLong, readConsentInLanguage } from "../settings/consent-settings.ts";
import { findLegalText } from "../settings/legal-pages.ts";
import { legalVersionPath } from "../settings/legal-versions.ts";
import { withTextsIn } from "../settings/text-language.ts";
import { sourceLocale } from "../shared/locales.ts";

/**
 * What a buyer is asked to accept at the checkout.
 * @property text beside the box; null for Stripe's own
 * @property record what the text is about, as it is kept with the purchase; null for Stripe's own text
 */
export type CheckoutConsent = { text: string | null; record: string | null };

/**
 * Returns what a checkout asks the buyer to accept, in its language, or null if it asks for nothing. Something that is
 * free asks for the terms alone: nobody withdraws from it to get money back.
 * @param sold everything that is bought at once
 * @param locale that the checkout is stored with
 */
export async function describeConsent(
  ctx: Ctx,
  sold: PriceWithProduct[],
  locale: string | null,
): Promise<CheckoutConsent | null> {
  const readerCtx = await withTextsIn(ctx, locale);
  const settings = await readConsentInLanguage(readerCtx);
  const { ask } = settings;
  const ownText = isOwnTextTooLong(settings) ? null : settings.text;
  if (ask === "none") return null;
  if (ask === "terms" && ownText === null) return { text: null, record: null };
  const paid = sold.filter(
    ({ price }) => price.amountMinor > 0 || price.model === "pay_what_you_want",
  );
  const productIds = ask === "terms_and_waiver" ? paid.map(({ product }) => product.id) : [];
  const [terms, benefitsOf] = await Promise.all([
    findLegalText(readerCtx, "terms"),
    mapBenefitsByProduct(ctx, { productIds }),
  ]);
  const kinds = productIds.length > 0 ? kindsOfBenefits(productIds.flatMap(benefitsOf)) : [];
  const language = locale ?? sourceLocale;
  // Loaded on first use: few shops ask, and plain Node, which runs some purchases, compiles no messages.
  const { CONSENT_VERSION, writeConsentText } = await import("./write-consent-text.ts");
  const text = await writeConsentText(language, {
    kinds,
    termsUrl: terms === null ? null : `${ctx.config.origin}${legalVersionPath("terms", terms)}`,
    ownText,
  });
  const record = writeConsentRecord({
    kinds,
    version: CONSENT_VERSION,
    locale: language,
    textHash: sha256Hex(text),
    termsHash: terms === null ? null : sha256Hex(terms),
  });
  return { text, record };
}
