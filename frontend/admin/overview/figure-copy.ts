import type { I18n } from "@lingui/core";
import { formatsOf } from "../../i18n/formats-of.ts";
import { toDecimal } from "../../../worker/shared/money.ts";

const dayOptions = {
  short: { month: "short", day: "numeric" },
  long: { dateStyle: "long" },
} as const;
const monthOptions = {
  short: { month: "short", year: "numeric" },
  long: { month: "long", year: "numeric" },
} as const;

/** Formats a day or month: `2026-03-01` → "March 1, 2026", `2026-03` → "March 2026"; short: "Mar 1", "Mar 2026". */
export function formatPeriod(i18n: I18n, period: string, style: "short" | "long"): string {
  const isMonth = period.length === 7;
  const date = new Date(isMonth ? `${period}-01` : period);
  return getUtcFormat(i18n, (isMonth ? monthOptions : dayOptions)[style]).format(date);
}

/** Formats days: "Nov 1 – 22, 2026". */
export function formatSpan(i18n: I18n, { from, to }: { from: string; to: string }): string {
  const format = getUtcFormat(i18n, { month: "short", day: "numeric", year: "numeric" });
  return format.formatRange(new Date(from), new Date(to));
}

/** Cached because creating a formatter is slow, and a table has many days. */
const utcFormats = new Map<string, Intl.DateTimeFormat>();

function getUtcFormat({ locale }: I18n, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, options]);
  const format =
    utcFormats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
  utcFormats.set(key, format);
  return format;
}

/** Divides; null if there is nothing to divide by, or one of both is unknown. */
export function divide(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 ? null : part / whole;
}

type Sums = Record<
  "revenue" | "disputed" | "fees" | "net",
  { total: number; before: number | null }
>;

/**
 * Returns what is between revenue and net besides disputes and fees, so that the table adds up: payments in other
 * currencies that were settled in this one, and payments in this one that were not.
 */
export function computeConverted({ revenue, disputed, fees, net }: Sums) {
  const rest = (name: "total" | "before") =>
    (net[name] ?? 0) + (fees[name] ?? 0) + (disputed[name] ?? 0) - (revenue[name] ?? 0);
  return { total: rest("total"), before: net.before === null ? null : rest("before") };
}

/** Formats an amount for an axis: 1250000, "usd" → "$12.5K". */
export function formatAxisMoney(i18n: I18n, amountMinor: number, currency: string): string {
  return Number(toDecimal(amountMinor, currency)).toLocaleString(i18n.locale, {
    style: "currency",
    currency,
    notation: "compact",
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
}

/** Formats a count for an axis: 12500 → "12.5K". */
export function formatAxisCount(i18n: I18n, count: number): string {
  return count.toLocaleString(i18n.locale, { notation: "compact" });
}

/**
 * Says how a figure differs from what it is compared with: "+12%". Empty if there is nothing to compare.
 * @param before null if it is not known
 * @param isDeducted whether both are negative amounts of something that is taken off: more of it is "+12%"
 */
export function describeChange(
  i18n: I18n,
  value: number | null,
  before: number | null,
  isDeducted = false,
): string {
  if (value === null || before === null) return "";
  if (value === before) return formatsOf(i18n).percent(0);
  if (before === 0) return "";
  const percent = ((value - before) / (isDeducted ? before : Math.abs(before))) * 100;
  const sign = percent > 0 ? "+" : "−";
  const size = Math.abs(percent);
  return `${sign}${size < 1 ? "<1" : formatsOf(i18n).number(Math.round(size))}%`;
}
