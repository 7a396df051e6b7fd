/**
 * Amounts that Stripe accepts, by currency: always integers of the smallest unit as Stripe counts it.
 * Source: https://docs.stripe.com/currencies
 */

/** Amounts are in thousandths, and the last digit must be 0. */
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

/** Currencies without a smaller unit: an amount of 1 is one whole unit. */
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "),
);

/** Stripe expects two decimals, but only whole units can be charged. */
const wholeUnitOnly = new Set(["isk", "ugx"]);

/** Stripe's minimum charges. For other currencies, the minimum is one step. */
const minimumCharges: Record<string, number> = {
  aed: 200,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17500,
  inr: 50,
  jpy: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  pln: 200,
  ron: 200,
  sek: 300,
  sgd: 50,
  thb: 1000,
  usd: 50,
};

/** Eight digits, which Stripe accepts in every currency. */
const MAX_CHARGE = 99_999_999;

/**
 * Returns why an amount can't be charged, in words for the seller, or null if it can. 0 is allowed: a free order has no
 * payment.
 * @param amountMinor an integer in Stripe's unit
 * @param currency ISO 4217, lower case
 */
export function findAmountError(amountMinor: number, currency: string): string | null {
  if (amountMinor === 0) return null;
  const step = amountStep(currency);
  const minimum = minimumAmount(currency);
  const format = (amount: number) => formatMoney(amount, currency);
  if (amountMinor % step !== 0) return `In steps of ${format(step)}`;
  if (amountMinor < minimum) return `Nothing, or at least ${format(minimum)}`;
  if (amountMinor > MAX_CHARGE) return `At most ${format(MAX_CHARGE)}`;
  return null;
}

/** Returns the minimum charge in Stripe's unit. */
export function minimumAmount(currency: string): number {
  return minimumCharges[currency] ?? amountStep(currency);
}

/** Returns the step: every amount of the currency must be a multiple of it. */
function amountStep(currency: string): number {
  return threeDecimal.has(currency) ? 10 : wholeUnitOnly.has(currency) ? 100 : 1;
}

function decimalPlaces(currency: string): number {
  return zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;
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

/** Formats minor units as a plain number for spreadsheets: `900, "usd"` → `9.00`; `0.5` → `0.005`. */
export function toDecimal(amountMinor: number, currency: string): string {
  const decimals = decimalPlaces(currency);
  return (amountMinor / 10 ** decimals).toFixed(decimals + countFractionDigits(amountMinor));
}

/** Formats minor units in US English with all decimals, as on an invoice: `900, "usd"` → `$9.00`; `0.5` → `$0.005`. */
export function formatMoney(amountMinor: number, currency: string): string {
  const decimals = decimalPlaces(currency);
  const digits = decimals + countFractionDigits(amountMinor);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** decimals);
}
