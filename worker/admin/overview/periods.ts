import { DAY, dayOf } from "../../lib/time.ts";

export const ranges = ["30d", "12m"] as const;

/** Thirty days by day, or twelve months by month; the last is today, or this month, as far as it has come. */
export type Range = (typeof ranges)[number];

/** A UTC day `YYYY-MM-DD`, or a UTC month `YYYY-MM`. */
export type PeriodKey = string;

/** The periods of a range, oldest first, and as many before them. */
export type Periods = { current: PeriodKey[]; previous: PeriodKey[]; firstDay: string };

/** @param now unix milliseconds */
export function periodsOf(range: Range, now: number): Periods {
  const keys = range === "30d" ? lastDays(60, now) : lastMonths(24, now);
  return {
    previous: keys.slice(0, keys.length / 2),
    current: keys.slice(keys.length / 2),
    firstDay: firstDayOf(keys[0] ?? dayOf(now)),
  };
}

/** The period of a day. */
export function periodOf(range: Range, day: string): PeriodKey {
  return range === "30d" ? day : day.slice(0, 7);
}

/** The first and the last day of a period; a month is given 31 days, since days are compared as texts. */
export function boundsOf(period: PeriodKey): [firstDay: string, lastDay: string] {
  return [firstDayOf(period), period.length === 7 ? `${period}-31` : period];
}

const firstDayOf = (period: PeriodKey) => (period.length === 7 ? `${period}-01` : period);

function lastDays(count: number, now: number): string[] {
  return Array.from({ length: count }, (_, at) => dayOf(now - (count - 1 - at) * DAY));
}

function lastMonths(count: number, now: number): string[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, at) =>
    dayOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - (count - 1 - at), 1)).slice(0, 7),
  );
}
