/**
 * What Stripe takes as an amount, by currency: always integers of its smallest unit as Stripe counts it.
 * Source: https://docs.stripe.com/currencies
 */

/** Counted in thousandths, of which the last digit must be 0. */
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

/** Where there is no smaller unit, one is one. */
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "),
);

/** Written with two decimals for Stripe, though no smaller unit than the whole can be charged. */
const wholeOnly = new Set(["isk", "ugx"]);

/** The least that a card is charged, where Stripe states one; else one unit of the step. */
const leastCharge: Record<string, number> = {
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

/** Eight digits: what Stripe takes in every currency. */
const GREATEST_CHARGE = 99_999_999;

/**
 * Why an amount cannot be charged, for the one who set it; null where it can. Nothing at all is fine: a free order has
 * no payment.
 * @param amountMinor an integer in Stripe's unit
 * @param currency ISO 4217, lower case
 */
export function refuseAmount(amountMinor: number, currency: string): string | null {
  if (amountMinor === 0) return null;
  const step = stepOf(currency);
  const least = leastAmount(currency);
  const write = (amount: number) => formatMoney(amount, currency);
  if (amountMinor % step !== 0) return `In steps of ${write(step)}`;
  if (amountMinor < least) return `Nothing, or at least ${write(least)}`;
  if (amountMinor > GREATEST_CHARGE) return `At most ${write(GREATEST_CHARGE)}`;
  return null;
}

/** The least that can be charged, in Stripe's unit. */
export function leastAmount(currency: string): number {
  return leastCharge[currency] ?? stepOf(currency);
}

/** What every amount of a currency is a multiple of. */
function stepOf(currency: string): number {
  return threeDecimal.has(currency) ? 10 : wholeOnly.has(currency) ? 100 : 1;
}

function decimalsOf(currency: string): number {
  return zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;
}

/** Minor units → a plain number for a spreadsheet: `900, "usd"` → `9.00`. */
export function toDecimal(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amountMinor / 10 ** decimals).toFixed(decimals);
}

/** Minor units → text in US English, with all decimals, as an invoice has it: `900, "usd"` → `$9.00`. */
export function formatMoney(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amountMinor / 10 ** decimals);
}
