/**
 * How many decimals Stripe's minor unit has where it is not two. Intl knows how a currency is written, but it follows
 * customs that differ from Stripe's units (it writes RWF and COP alike, Stripe counts centavos in one of them).
 */
const zeroDecimal = new Set(
  "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "),
);
const threeDecimal = new Set("bhd jod kwd omr tnd".split(" "));

function decimalsOf(currency: string) {
  const code = currency.toLowerCase();
  return zeroDecimal.has(code) ? 0 : threeDecimal.has(code) ? 3 : 2;
}

/**
 * What somebody typed in a currency's own decimals → minor units: `"9.5", "usd"` → `950`. Null for what is no amount, or
 * has more decimals than the currency.
 */
export function parseMoney(text: string, currency: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,12})(?:[.,](\d*))?$/.exec(text.trim()) ?? [];
  const decimals = decimalsOf(currency);
  if (whole === undefined || fraction.length > decimals) return null;
  return Number(whole + fraction.padEnd(decimals, "0"));
}

/** Minor units → text as it is typed: `950, "usd"` → `9.50`. */
export function typeMoney(amountMinor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  return (amountMinor / 10 ** decimals).toFixed(decimals);
}

/**
 * Minor units → text in US English: `900, "usd"` → `$9`, `950` → `$9.50`.
 * @param style `exact` keeps the zeros, as an invoice does: `$9.00`
 */
export function formatMoney(
  amountMinor: number,
  currency: string,
  style: "short" | "exact" = "short",
): string {
  const decimals = decimalsOf(currency);
  const whole = amountMinor % 10 ** decimals === 0;
  const digits = style === "short" && whole ? 0 : decimals;
  return formatOf(currency, digits).format(amountMinor / 10 ** decimals);
}

/** Made once each: they are slow to make, and a list has hundreds of amounts. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency} ${digits}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  formats.set(key, format);
  return format;
}
