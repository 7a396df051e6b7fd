/** Currencies without a minor unit. ISK and UGX aren't listed, because Stripe represents them with two decimals. */
const zeroDecimalCurrencies = new Set([
  "bif",
  "clp",
  "djf",
  "gnf",
  "jpy",
  "kmf",
  "krw",
  "mga",
  "pyg",
  "rwf",
  "vnd",
  "vuv",
  "xaf",
  "xof",
  "xpf",
]);
/** Currencies whose minor unit has three digits. */
const threeDecimalCurrencies = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** Stripe's minimum charge per currency, in minor units. Currencies that aren't listed have no minimum here. */
const minimumCharges: Record<string, number> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  chf: 50,
  cad: 50,
  aud: 50,
  nzd: 50,
  sek: 300,
  nok: 300,
  dkk: 250,
  pln: 200,
  jpy: 50,
  inr: 50,
  brl: 50,
  mxn: 1000,
  sgd: 50,
  hkd: 400,
};

/** Returns the number of decimal digits of a currency. */
export function getMinorUnitDigits(currency: string): number {
  return zeroDecimalCurrencies.has(currency) ? 0 : threeDecimalCurrencies.has(currency) ? 3 : 2;
}

/** Formats an amount in minor units: `1900, "eur"` → `€19.00`. */
export function formatMoney(amountMinor: number, currency: string): string {
  const digits = getMinorUnitDigits(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}

/** Parses an amount as typed (`19`, `19.50`, `19,50`) into minor units. Returns null if it isn't an amount. */
export function parseMoney(typed: string, currency: string): number | null {
  const digits = getMinorUnitDigits(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim());
  if (!match || (match[2]?.length ?? 0) > digits) return null;
  return Number(match[1]) * 10 ** digits + Number((match[2] ?? "").padEnd(digits, "0") || 0);
}

/** Returns the smallest amount Stripe charges in a currency, in minor units. */
export function getMinimumCharge(currency: string): number {
  return minimumCharges[currency] ?? 1;
}

/** Whether Stripe accepts the amount: in three-decimal currencies it must be a multiple of ten. */
export function isChargeableAmount(amountMinor: number, currency: string): boolean {
  return !threeDecimalCurrencies.has(currency) || amountMinor % 10 === 0;
}

/** Rounds an amount to one that Stripe can charge: to minor units, or to tens of them in three-decimal currencies. */
export function roundMoney(amount: number, currency: string): number {
  const step = threeDecimalCurrencies.has(currency) ? 10 : 1;
  // `|| 0` turns -0 into 0, because JSON has no -0.
  return Math.round(amount / step) * step || 0;
}

/** Returns the amount of a fixed price times a quantity, in minor units. */
export function computeAmount(
  price: { unit_amount_decimal: string | null; currency: string },
  quantity: number,
): number {
  return roundMoney(Number(price.unit_amount_decimal) * quantity, price.currency);
}
