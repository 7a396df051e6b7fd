/**
 * The languages that buyers can choose, as BCP 47 tags. Each has a folder of catalogs in `locales/`, which translators
 * edit (docs/guides/translating.md).
 */
export const locales = ["en", "de", "fr", "es", "pt-BR", "ja", "ar"] as const;

export type Locale = (typeof locales)[number];

/** The language that everything is written in first. */
export const sourceLocale: Locale = "en";

/** The languages of the console. What a message has no translation for is in English. */
export const consoleLocales = ["en", "de"] as const satisfies Locale[];

/**
 * Returns the language of the console for a member of the team: English if the console has none in theirs.
 * @param chosen what they have chosen for themselves, as it is stored
 */
export function toConsoleLocale(chosen: string | null | undefined): Locale {
  return consoleLocales.find((locale) => locale === chosen) ?? sourceLocale;
}

/**
 * English with accents and longer words, which shows what is not in a catalog and what does not fit. Only where a shop
 * is tried out, never in a live one.
 */
export const pseudoLocale = "en-XA";

/** A language that a page or an email can be in. */
export type AnyLocale = Locale | typeof pseudoLocale;

/** What each language calls itself. */
export const localeNames: Record<AnyLocale, string> = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
  ar: "العربية",
  "en-XA": "⟦Ëñĝļîšĥ⟧",
};

/** The request header in which the app says what language its page is in, so that answers fit the page. */
export const LOCALE_HEADER = "x-locale";

/** The parameter of a page's URL that asks for a language. */
export const LOCALE_PARAM = "lang";

const rightToLeft: ReadonlySet<string> = new Set<Locale>(["ar"]);

/** Returns the value of `dir` for a text in this language. */
export function getDirection(locale: string): "ltr" | "rtl" {
  return rightToLeft.has(locale) ? "rtl" : "ltr";
}

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value);
}

/**
 * Returns the first wanted language that is offered. A region or script that is not offered gives way to the language
 * without it (`de-AT` → `de`), and then to another region of it (`pt` and `pt-PT` → `pt-BR`).
 * @param wanted BCP 47 tags in any case, the most wanted first; anything else matches nothing
 */
export function matchLocale<Offered extends string>(
  wanted: Iterable<string>,
  offered: readonly Offered[],
): Offered | undefined {
  for (const tag of wanted) {
    const parts = tag.toLowerCase().split("-");
    for (let length = parts.length; length > 0; length--) {
      const shorter = parts.slice(0, length).join("-");
      const exact = offered.find((locale) => locale.toLowerCase() === shorter);
      if (exact) return exact;
    }
    const sameLanguage = offered.find((locale) => locale.toLowerCase().split("-")[0] === parts[0]);
    if (sameLanguage) return sameLanguage;
  }
  return undefined;
}
