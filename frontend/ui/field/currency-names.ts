import { stripeCurrencies } from "../../../worker/shared/money.ts";

/** Returns the name of a currency, e.g. "Euro"; its code if it has none. */
export type GetCurrencyName = (code: string) => string;

const byLocale = new Map<string, GetCurrencyName>();

/** Returns what names currencies in a language. */
export function nameCurrencies(locale: string): GetCurrencyName {
  const getName = byLocale.get(locale) ?? createNames(locale);
  byLocale.set(locale, getName);
  return getName;
}

function createNames(locale: string): GetCurrencyName {
  const names = new Intl.DisplayNames(locale, { type: "currency" });
  return (code) => {
    try {
      return names.of(code.toUpperCase()) ?? code.toUpperCase();
    } catch {
      // Not three letters, so it is no currency.
      return code.toUpperCase();
    }
  };
}

/**
 * Lists the currencies that Stripe takes and that fit a search: those whose code or a word of whose name starts with
 * it, then those that contain it.
 * @param options.preferred come first in this order, among what fits equally well
 * @returns codes, ISO 4217 in lower case
 */
export function findCurrencies(
  getName: GetCurrencyName,
  search: string,
  options: { preferred: string[] },
): string[] {
  const wanted = simplify(search);
  const place = (code: string) => {
    const index = options.preferred.indexOf(code);
    return index === -1 ? options.preferred.length : index;
  };
  return stripeCurrencies
    .map((code) => ({ code, name: getName(code), rank: rankMatch(code, getName(code), wanted) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted(
      (a, b) => a.rank - b.rank || place(a.code) - place(b.code) || a.name.localeCompare(b.name),
    )
    .map(({ code }) => code);
}

const NO_MATCH = 3;

function rankMatch(code: string, fullName: string, wanted: string): number {
  const name = simplify(fullName);
  if (code === wanted) return 0;
  if (code.startsWith(wanted) || ` ${name}`.includes(` ${wanted}`)) return 1;
  return name.includes(wanted) ? 2 : NO_MATCH;
}

/** Without case and accents: "córdoba" is found as "cordoba". */
const simplify = (text: string) =>
  text.trim().normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
