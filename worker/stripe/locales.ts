import { locales, type AnyLocale, type Locale } from "../shared/locales.ts";

/** The shop's languages that Stripe's own pages, receipts and invoices have, too. */
export type StripeLocale = Exclude<Locale, "ar">;

/** Returns the language for Stripe's pages; `auto`, which follows the browser, for one that Stripe does not have. */
export function toStripeLocale(locale: AnyLocale): StripeLocale | "auto" {
  return isStripeLocale(locale) ? locale : "auto";
}

/**
 * Returns the languages of a Stripe customer, in which Stripe writes receipts and invoices: English for one that Stripe
 * does not have. An empty list would leave the customer as it is.
 */
export function toPreferredLocales(locale: AnyLocale): [StripeLocale] {
  return [isStripeLocale(locale) ? locale : "en"];
}

function isStripeLocale(locale: AnyLocale): locale is StripeLocale {
  return locale !== "ar" && locales.some((known) => known === locale);
}
