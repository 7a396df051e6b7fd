import { countFractionDigits } from "../../worker/lib/money.ts";

/**
 * The currencies whose minor unit at Stripe doesn't have two decimals. Intl's number of decimals can't be used because
 * it can differ from Stripe's: Intl formats both RWF and COP without decimals, but Stripe counts COP in centavos.
 */
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "),
);
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

function getCurrencyDecimals(currency: string) {
  const code = currency.toLowerCase();
  return zeroDecimal.has(code) ? 0 : threeDecimal.has(code) ? 3 : 2;
}

/**
 * Parses what a user typed into minor units: `"9.5", "usd"` → `950`. Returns null if it isn't an amount or has more
 * decimals than the currency.
 */
export function parseMoney(text: string, currency: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  const decimals = getCurrencyDecimals(currency);
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, "0"));
}

/** Formats minor units for an input: `950, "usd"` → `9.50`. */
export function formatMoneyInput(amountMinor: number, currency: string): string {
  const decimals = getCurrencyDecimals(currency);
  return (amountMinor / 10 ** decimals).toFixed(decimals);
}

/** Returns an example of an amount in a currency, as a seller would type it: `9.50`, or `950` in yen. */
export function exampleAmount(currency: string): string {
  return formatMoneyInput(950 * 10 ** Math.max(0, getCurrencyDecimals(currency) - 2), currency);
}

/**
 * Formats minor units in US English: `900, "usd"` → `$9`, `950` → `$9.50`, and half a cent (`0.5`) → `$0.005`.
 * @param style `exact` keeps the zeros, as on an invoice: `$9.00`
 */
export function formatMoney(
  amountMinor: number,
  currency: string,
  style: "short" | "exact" = "short",
): string {
  const decimals = getCurrencyDecimals(currency);
  const whole = amountMinor % 10 ** decimals === 0;
  const digits = style === "short" && whole ? 0 : decimals + countFractionDigits(amountMinor);
  return getFormatter(currency, digits).format(amountMinor / 10 ** decimals);
}

/** Cached because creating a formatter is slow and a list has hundreds of amounts. */
const formatters = new Map<string, Intl.NumberFormat>();

function getFormatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  const format =
    formatters.get(key) ??
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formatters.set(key, format);
  return format;
}
