import { getCurrencyDecimals } from "../../worker/shared/currency-decimals.ts";

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
