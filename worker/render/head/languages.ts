import { LOCALE_PARAM, pseudoLocale, type AnyLocale, type Locale } from "../../shared/locales.ts";
import type { HeadLink, HeadMeta, HeadSite } from "./head.ts";

/** Open Graph names a language together with a country. */
const openGraphLocales: Record<Locale, string> = {
  en: "en_US",
  de: "de_DE",
  fr: "fr_FR",
  es: "es_ES",
  "pt-BR": "pt_BR",
  ja: "ja_JP",
  ar: "ar_AR",
};

/** Returns the URL of a page in a language. The seller's default language needs no parameter. */
export function toLocaleUrl(
  { origin, shop, locale }: HeadSite,
  path: string,
  inLocale: AnyLocale = locale,
): string {
  const url = `${origin}${path}`;
  const isDefault = inLocale === shop.languages.default || inLocale === pseudoLocale;
  return isDefault ? url : `${url}?${LOCALE_PARAM}=${inLocale}`;
}

/**
 * Returns links to a page in all languages, and to the URL that answers in the reader's. None for a single language.
 */
export function describeTranslations(site: HeadSite, path: string): HeadLink[] {
  const { offered } = site.shop.languages;
  if (offered.length < 2) return [];
  return [
    ...offered.map((locale) => ({ hrefLang: locale, href: toLocaleUrl(site, path, locale) })),
    { hrefLang: "x-default", href: `${site.origin}${path}` },
  ].map((link) => ({ rel: "alternate", ...link }));
}

/** Returns the Open Graph tags of the page's language, and of those that it also has. */
export function describeOpenGraphLocales({ locale, shop: { languages } }: HeadSite): HeadMeta[] {
  const current = locale === pseudoLocale ? languages.default : locale;
  return [
    { property: "og:locale", content: openGraphLocales[current] },
    ...languages.offered
      .filter((other) => other !== current)
      .map((other) => ({ property: "og:locale:alternate", content: openGraphLocales[other] })),
  ];
}
