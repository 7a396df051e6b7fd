import { DAY, toUtcDay, type Calendar } from "../../lib/time.ts";

/** Days `YYYY-MM-DD`, both included. */
export type DaySpan = { from: string; to: string };

/** A day of the shop's time zone, and its times in unix milliseconds: `until` is excluded. */
export type ShopDay = { day: string; since: number; until: number };

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

/** Returns the days from one to another, both included. */
export function listDays({ from, to }: DaySpan): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the shop's days with their times. */
export function toShopDays(calendar: Calendar, span: DaySpan): ShopDay[] {
  return listDays(span).map((day) => ({ day, ...calendar.toTimes({ from: day, to: day }) }));
}

/** Returns the shop's days that have a part of this UTC day. The day of the same name is one of them. */
export function toOverlappingDays(calendar: Calendar, utcDay: string): ShopDay[] {
  const start = Date.parse(utcDay);
  const span = { from: calendar.toDay(start), to: calendar.toDay(start + DAY - 1) };
  return toShopDays(calendar, span);
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
