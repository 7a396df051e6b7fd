import { z } from "zod";
import { failAt } from "../../errors.ts";
import { dayRangeQuery } from "../frame/day-range.ts";
import { DAY } from "../../lib/time.ts";
import {
  addDays,
  addMonths,
  endOfMonth,
  listDays,
  type DaySpan,
} from "../../purchases/totals/spans.ts";

/** Ranges that move with the time; `12m` is this month and the eleven before it. */
export const presets = ["today", "7d", "30d", "this_month", "last_month", "12m", "all"] as const;

export const comparisons = ["previous", "year", "none"] as const;

const MAX_DAYS = 3660;
/** Longer ranges have a value for each month. */
const MAX_DAYS_BY_DAY = 92;

/** The query parameters that say which days are shown. Days are the shop's. */
export const rangeQuery = {
  range: z.enum(presets, `Must be one of: ${presets.join(", ")}.`).optional(),
  ...dayRangeQuery,
  compare: z.enum(comparisons, `Must be one of: ${comparisons.join(", ")}.`).optional(),
};

/** A preset, or the shop's days `from` and `to`, both included. 30 days compared with the 30 days before by default. */
export type RangeInput = {
  range?: (typeof presets)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
  compare?: (typeof comparisons)[number] | undefined;
};

/** A day `YYYY-MM-DD`, or a month `YYYY-MM`. */
export type PeriodKey = string;

export type Unit = "day" | "month";

/** The days that are shown, those that they are compared with, and their periods, oldest first. */
export type ResolvedRange = {
  preset: (typeof presets)[number] | "custom";
  unit: Unit;
  span: DaySpan;
  periods: PeriodKey[];
  previous: { span: DaySpan; periods: PeriodKey[] } | null;
};

/**
 * Returns the days of a range, which ends today at the latest.
 * @param today the shop's day of now
 * @param firstDay the first day with figures, where `all` begins
 * @throws `invalid_input` if the days are not a range
 */
export function resolveRange(input: RangeInput, today: string, firstDay: string): ResolvedRange {
  const { from, to } = input;
  const isCustom = from !== undefined || to !== undefined;
  const preset = isCustom ? "custom" : (input.range ?? "30d");
  const span = isCustom
    ? toCustomSpan(from, to, today)
    : toSpan(input.range ?? "30d", today, firstDay);
  const unit = countDays(span) <= MAX_DAYS_BY_DAY ? "day" : "month";
  const compared =
    preset === "all" ? null : findCompared(input.compare ?? "previous", preset, span);
  return {
    preset,
    unit,
    span,
    periods: listPeriods(span, unit),
    previous: compared && { span: compared, periods: listPeriods(compared, unit) },
  };
}

function toCustomSpan(from: string | undefined, to: string | undefined, today: string): DaySpan {
  if (from === undefined || to === undefined) {
    const path = from === undefined ? "from" : "to";
    throw failAt(path, "Enter both a start and an end date.");
  }
  const last = to < today ? to : today;
  if (from > last) throw failAt("from", "Must not be in the future or after the end date.");
  const span = { from, to: last };
  if (countDays(span) > MAX_DAYS)
    throw failAt("from", "Must be at most 10 years before the end date.");
  return span;
}

function toSpan(preset: (typeof presets)[number], today: string, firstDay: string): DaySpan {
  switch (preset) {
    case "today":
      return { from: today, to: today };
    case "7d":
      return { from: addDays(today, -6), to: today };
    case "30d":
      return { from: addDays(today, -29), to: today };
    case "this_month":
      return { from: addMonths(today, 0), to: today };
    case "last_month":
      return { from: addMonths(today, -1), to: addDays(addMonths(today, 0), -1) };
    case "12m":
      return { from: addMonths(today, -11), to: today };
    case "all":
      return { from: firstDay < today ? firstDay : today, to: today };
  }
}

/**
 * Returns the days to compare with: the same days a year or a month earlier for years and months, else as many days
 * before the range as it has.
 */
function findCompared(
  comparison: (typeof comparisons)[number],
  preset: ResolvedRange["preset"],
  span: DaySpan,
): DaySpan | null {
  if (comparison === "none") return null;
  if (comparison === "year" || preset === "12m") return shiftMonths(span, -12);
  if (preset === "this_month") return shiftMonths(span, -1);
  if (preset === "last_month")
    return { from: addMonths(span.from, -1), to: addDays(span.from, -1) };
  return { from: addDays(span.from, -countDays(span)), to: addDays(span.from, -1) };
}

const shiftMonths = ({ from, to }: DaySpan, count: number): DaySpan => ({
  from: shiftDay(from, count),
  to: shiftDay(to, count),
});

/** The same day of another month, or that month's last one. */
function shiftDay(day: string, count: number): string {
  const last = endOfMonth(addMonths(day, count));
  const shifted = `${last.slice(0, 7)}-${day.slice(8)}`;
  return shifted < last ? shifted : last;
}

export function countDays({ from, to }: DaySpan): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
}

/** Returns the days or months of a span, oldest first. */
export function listPeriods({ from, to }: DaySpan, unit: Unit): PeriodKey[] {
  if (unit === "day") return listDays({ from, to });
  const periods: PeriodKey[] = [];
  for (let month = addMonths(from, 0); month <= to; month = addMonths(month, 1))
    periods.push(month.slice(0, 7));
  return periods;
}

/** Returns the period that contains a day. */
export function periodOf(unit: Unit, day: string): PeriodKey {
  return unit === "day" ? day : day.slice(0, 7);
}

/** Returns the days of a period that belong to a span. */
export function boundsOf(period: PeriodKey, span: DaySpan): DaySpan {
  const isMonth = period.length === 7;
  const first = isMonth ? `${period}-01` : period;
  const last = isMonth ? endOfMonth(first) : period;
  return {
    from: first > span.from ? first : span.from,
    to: last < span.to ? last : span.to,
  };
}
