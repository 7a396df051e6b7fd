import { countFractionDigits, getCurrencyDecimals } from "./currency-decimals.ts";
import { getFormats } from "./formats.ts";

/**
 * Amounts that Stripe accepts, by currency: always integers of the smallest unit as Stripe counts it. Source:
 * https://docs.stripe.com/currencies
 */

/** The currencies that Stripe charges in, ISO 4217 in lower case. */
export const stripeCurrencies: readonly string[] = (
  "aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd " +
  "cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq " +
  "gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd " +
  "lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk " +
  "php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd std szl thb tjs tnd top " +
  "try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw"
).split(" ");

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
  const format = (amount: number) => getFormats("en").money(amount, currency, "exact");
  if (amountMinor % step !== 0) return `Must be a multiple of ${format(step)}.`;
  if (amountMinor < minimum) return `Must be 0, or at least ${format(minimum)}.`;
  if (amountMinor > MAX_CHARGE) return `Must be ${format(MAX_CHARGE)} or less.`;
  return null;
}

/** Returns the minimum charge in Stripe's unit. */
export function minimumAmount(currency: string): number {
  return minimumCharges[currency] ?? amountStep(currency);
}

/** Returns the step: every amount of the currency must be a multiple of it. */
function amountStep(currency: string): number {
  return getCurrencyDecimals(currency) === 3 ? 10 : wholeUnitOnly.has(currency) ? 100 : 1;
}

/** Formats minor units as a plain number for spreadsheets: `900, "usd"` → `9.00`; `0.5` → `0.005`. */
export function toDecimal(amountMinor: number, currency: string): string {
  const decimals = getCurrencyDecimals(currency);
  return (amountMinor / 10 ** decimals).toFixed(decimals + countFractionDigits(amountMinor));
}
