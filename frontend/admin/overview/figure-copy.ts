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

/** A UTC day `2026-03-01` or month `2026-03` → "March 1, 2026", "March 2026"; short: "Mar 1", "Mar 2026". */
export function namePeriod(period: string, style: "short" | "long"): string {
  const isMonth = period.length === 7;
  const date = new Date(isMonth ? `${period}-01` : period);
  return (isMonth ? months : days)[style]().format(date);
}

const spans: Record<Range, { whole: string; ago: string }> = {
  "30d": { whole: "the 30 days before", ago: "30 days ago" },
  "12m": { whole: "the 12 months before", ago: "12 months ago" },
};

/**
 * A figure beside its predecessor: "12% more than the 30 days before ($1,100)".
 * @param before null where nobody counted then
 * @param kind `flow`: added up over the range; `level`: as it stands
 */
export function compare(
  figure: { total: number; before: number | null },
  {
    range,
    kind,
    format,
  }: { range: Range; kind: "flow" | "level"; format: (value: number) => string },
): string {
  const { total, before } = figure;
  const then = kind === "flow" ? spans[range].whole : spans[range].ago;
  if (before === null) return `Not counted ${then}`;
  const at = kind === "flow" ? `in ${then}` : then;
  if (before === 0) return total === 0 ? `None ${at} either` : `None ${at}`;
  if (total === before) return `The same as ${then}`;
  const percent = Math.abs(((total - before) / before) * 100);
  const shown =
    percent < 1 ? "Under 1" : new Intl.NumberFormat("en-US").format(Math.round(percent));
  return `${shown}% ${total > before ? "more" : "less"} than ${then} (${format(before)})`;
}

/** The least of 1, 2 or 5 times a power of ten that holds all values: where a plot ends. */
export function ceilingOf(values: (number | null)[]): number {
  const most = Math.max(1, ...values.map((value) => value ?? 0));
  const power = 10 ** Math.floor(Math.log10(most));
  return power * ([1, 2, 5].find((step) => step * power >= most) ?? 10);
}
