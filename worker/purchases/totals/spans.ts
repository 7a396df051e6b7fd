import { DAY, toUtcDay } from "../../lib/time.ts";

/** UTC days `YYYY-MM-DD`, both included. */
export type DaySpan = { from: string; to: string };

/** Days or months whose totals are read; `from` and `to` are periods of the unit, both included. */
export type TotalSpan = { unit: "day" | "month"; from: string; to: string };

/** Returns the day that comes so many days after this one, or before it if `count` is negative. */
export function addDays(day: string, count: number): string {
  return toUtcDay(Date.parse(day) + count * DAY);
}

/** Returns the first day of the month that comes so many months after that of `day`. */
export function addMonths(day: string, count: number): string {
  const date = new Date(day);
  return toUtcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1));
}

/** Returns the last day of the month of a day. */
export function endOfMonth(day: string): string {
  return addDays(addMonths(day, 1), -1);
}

/**
 * Splits days into the whole months among them and the days before and after these, so that their totals are read from
 * as few rows as possible: at most 60 days, and the months.
 */
export function splitIntoMonths({ from, to }: DaySpan): TotalSpan[] {
  const firstMonth = from.endsWith("-01") ? from : addMonths(from, 1);
  const lastMonthEnd = to === endOfMonth(to) ? to : addDays(`${to.slice(0, 7)}-01`, -1);
  if (lastMonthEnd < firstMonth) return from <= to ? [{ unit: "day", from, to }] : [];
  const spans: TotalSpan[] = [
    { unit: "day", from, to: addDays(firstMonth, -1) },
    { unit: "month", from: firstMonth.slice(0, 7), to: lastMonthEnd.slice(0, 7) },
    { unit: "day", from: addDays(lastMonthEnd, 1), to },
  ];
  return spans.filter((span) => span.from <= span.to);
}
