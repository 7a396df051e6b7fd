/**
 * How many decimals amounts have at Stripe. Intl's number can't be used because it can differ: Intl formats both RWF
 * and COP without decimals, but Stripe counts COP in centavos. Source: https://docs.stripe.com/currencies
 */

/** Currencies without a smaller unit: an amount of 1 is one whole unit. */
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "),
);

/** Amounts are in thousandths. */
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

/** @param currency ISO 4217, in any case */
export function getCurrencyDecimals(currency: string): 0 | 2 | 3 {
  const code = currency.toLowerCase();
  return zeroDecimal.has(code) ? 0 : threeDecimal.has(code) ? 3 : 2;
}

/**
 * Returns how many digits an amount has below the smallest unit: 0 for an integer, 1 for half a cent (`0.5`). Stripe
 * allows prices with up to twelve.
 */
export function countFractionDigits(amountMinor: number): number {
  if (Number.isInteger(amountMinor)) return 0;
  const fraction = amountMinor.toFixed(12).split(".")[1] ?? "";
  return fraction.replace(/0+$/, "").length;
}
