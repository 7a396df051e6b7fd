import { DAY, toUtcDay } from "../../lib/time.ts";

export const ranges = ["30d", "12m"] as const;

/** 30 days by day, or twelve months by month. The last period is today or this month, and is incomplete. */
export type Range = (typeof ranges)[number];

/** A UTC day `YYYY-MM-DD`, or a UTC month `YYYY-MM`. */
export type PeriodKey = string;

/** The periods of a range, oldest first, and the same number of periods before them. */
export type Periods = { current: PeriodKey[]; previous: PeriodKey[]; firstDay: string };

/**
 * Returns the periods of a range that ends now.
 * @param now unix milliseconds
 */
export function periodsOf(range: Range, now: number): Periods {
  const keys = range === "30d" ? lastDays(60, now) : lastMonths(24, now);
  return {
    previous: keys.slice(0, keys.length / 2),
    current: keys.slice(keys.length / 2),
    firstDay: firstDayOf(keys[0] ?? toUtcDay(now)),
  };
}

/** Returns the period that contains a day. */
export function periodOf(range: Range, day: string): PeriodKey {
  return range === "30d" ? day : day.slice(0, 7);
}

/** Returns the first and last day of a period. Days are compared as strings, so every month can end on the 31st. */
export function boundsOf(period: PeriodKey): [firstDay: string, lastDay: string] {
  return [firstDayOf(period), period.length === 7 ? `${period}-31` : period];
}

const firstDayOf = (period: PeriodKey) => (period.length === 7 ? `${period}-01` : period);

function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, at) => toUtcDay(now - (count - 1 - at) * DAY));
}

function lastMonths(count: number, now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, at) =>
    toUtcDay(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (count - 1 - at), 1)).slice(
      0,
      7,
    ),
  );
}
