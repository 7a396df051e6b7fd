import { once } from "../../ui/once.ts";
import type { Range } from "./queries.ts";

const utcFormat = (options: Intl.DateTimeFormatOptions) =>
  once(() => new Intl.DateTimeFormat("en-US", { timeZone: "UTC", ...options }));
const days = {
  short: utcFormat({ month: "short", day: "numeric" }),
  long: utcFormat({ dateStyle: "long" }),
};
const months = {
  short: utcFormat({ month: "short", year: "numeric" }),
  long: utcFormat({ month: "long", year: "numeric" }),
};

/** Formats a UTC day or month: `2026-03-01` → "March 1, 2026", `2026-03` → "March 2026"; short: "Mar 1", "Mar 2026". */
export function formatPeriod(period: string, style: "short" | "long"): string {
  const isMonth = period.length === 7;
  const date = new Date(isMonth ? `${period}-01` : period);
  return (isMonth ? months : days)[style]().format(date);
}

const comparisonPhrases: Record<Range, { whole: string; ago: string }> = {
  "30d": { whole: "the 30 days before", ago: "30 days ago" },
  "12m": { whole: "the 12 months before", ago: "12 months ago" },
};

/**
 * Compares a figure with the previous period: "12% more than the 30 days before ($1,100)".
 * @param before null if there is no earlier data
 * @param kind `flow`: a sum over the range; `level`: the current value
 */
export function describeComparison(
  figure: { total: number; before: number | null },
  {
    range,
    kind,
    format,
  }: { range: Range; kind: "flow" | "level"; format: (value: number) => string },
): string {
  const { total, before } = figure;
  const comparisonPeriod =
    kind === "flow" ? comparisonPhrases[range].whole : comparisonPhrases[range].ago;
  if (before === null) return `Not counted ${comparisonPeriod}`;
  const at = kind === "flow" ? `in ${comparisonPeriod}` : comparisonPeriod;
  if (before === 0) return total === 0 ? `None ${at} either` : `None ${at}`;
  if (total === before) return `The same as ${comparisonPeriod}`;
  const percent = Math.abs(((total - before) / before) * 100);
  const percentText =
    percent < 1 ? "Under 1" : new Intl.NumberFormat("en-US").format(Math.round(percent));
  return `${percentText}% ${total > before ? "more" : "less"} than ${comparisonPeriod} (${format(before)})`;
}

/** Returns the end of a plot's axis: the smallest of 1, 2 or 5 times a power of ten that fits all values. */
export function getAxisMaximum(values: (number | null)[]): number {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5].find((step) => step * power >= most) ?? 10);
}
