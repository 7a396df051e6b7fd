/** Currencies without minor units, and those with three digits. ISK and UGX count as two, as Stripe keeps them. */
const zeroDecimal = new Set([
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
const threeDecimal = new Set(["bhd", "jod", "kwd", "omr", "tnd"]);

/** The least that Stripe charges, in minor units; currencies that are not listed have no floor here. */
const minimumCharge: Record<string, number> = {
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

/** How many digits a currency's minor unit has. */
export function minorDigits(currency: string): number {
  return zeroDecimal.has(currency) ? 0 : threeDecimal.has(currency) ? 3 : 2;
}

/** `1900, "eur"` → `€19.00`. */
export function formatMoney(amountMinor: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amountMinor / 10 ** digits);
}

/** What a person typed (`19`, `19.50`, `19,50`) in minor units; null when it is not an amount. */
export function parseMoney(typed: string, currency: string): number | null {
  const digits = minorDigits(currency);
  const match = /^(\d{1,9})(?:[.,](\d+))?$/.exec(typed.trim());
  if (!match || (match[2]?.length ?? 0) > digits) return null;
  return Number(match[1]) * 10 ** digits + Number((match[2] ?? "").padEnd(digits, "0") || 0);
}

export function leastCharge(currency: string): number {
  return minimumCharge[currency] ?? 1;
}

/** Whether Stripe charges such an amount: in currencies with three decimals the last digit is 0. */
export function isChargeable(amountMinor: number, currency: string): boolean {
  return !threeDecimal.has(currency) || amountMinor % 10 === 0;
}

/** A computed amount as Stripe may charge it: whole minor units, and multiples of ten where there are three decimals. */
export function roundMoney(amount: number, currency: string): number {
  const step = threeDecimal.has(currency) ? 10 : 1;
  // Never minus zero, which JSON would not carry.
  return Math.round(amount / step) * step || 0;
}

/** What a quantity of a price with a fixed amount costs, in minor units. */
export function amountOf(
  price: { unit_amount_decimal: string | null; currency: string },
  quantity: number,
): number {
  return roundMoney(Number(price.unit_amount_decimal) * quantity, price.currency);
}
