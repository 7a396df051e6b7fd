export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Converts Stripe's seconds to milliseconds. Null and undefined become null. */
export function fromStripeTime(seconds: number | null | undefined): number | null {
  return seconds == null ? null : seconds * SECOND;
}

/** Formats unix milliseconds as ISO 8601 in UTC; null stays null. */
export function toIsoTime<At extends number | null>(at: At): At extends number ? string : null;
export function toIsoTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns the UTC day of a time in unix milliseconds, as `YYYY-MM-DD`. */
export function toUtcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A range of UTC days, as `YYYY-MM-DD`, both included. An open end has no day. */
export type DayRange = { from?: string | undefined; to?: string | undefined };

/** A range of times in unix milliseconds: from `start`, and before `end`. */
export type TimeRange = { start: number | undefined; end: number | undefined };

/** Returns the times of a range of UTC days. */
export function toTimeRange({ from, to }: DayRange): TimeRange {
  return {
    start: from === undefined ? undefined : Date.parse(from),
    end: to === undefined ? undefined : Date.parse(to) + DAY,
  };
}

/** Whether this is the name of a time zone in the IANA database, such as `Europe/Berlin`. Offsets are not. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]{0,63}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

/** Days of a time zone, `YYYY-MM-DD`. */
export type Calendar = ReturnType<typeof openCalendar>;

/** Reads days as the clocks of a time zone show them. @param timeZone an IANA name */
export function openCalendar(timeZone: string) {
  const toDay = timeZone === "UTC" ? toUtcDay : readDaysOf(timeZone);
  const starts = new Map<string, number>();
  /** The first second of this day or of a later one: clocks may skip midnight, and a whole day. */
  const findStart = (day: string): number => {
    const known = starts.get(day);
    if (known !== undefined) return known;
    // No clock differs from UTC by a day.
    let [before, start] = [Date.parse(day) - DAY, Date.parse(day) + DAY];
    while (start - before > SECOND) {
      const middle = before + Math.floor((start - before) / 2 / SECOND) * SECOND;
      if (toDay(middle) < day) before = middle;
      else start = middle;
    }
    starts.set(day, start);
    return start;
  };
  return {
    timeZone,
    /** Returns the day of a time in unix milliseconds. */
    toDay,
    /** Returns the times of days in unix milliseconds: from `since`, and before `until`. Both days are included. */
    toTimes: ({ from, to }: { from: string; to: string }): { since: number; until: number } => ({
      since: findStart(from),
      until: findStart(toUtcDay(Date.parse(to) + DAY)),
    }),
    /** Returns the times of a month (`YYYY-MM`), as `toTimes`. */
    toSpan(month: string): { since: number; until: number } {
      const next = new Date(`${month}-01`);
      next.setUTCMonth(next.getUTCMonth() + 1);
      return { since: findStart(`${month}-01`), until: findStart(toUtcDay(next.getTime())) };
    },
  };
}

function readDaysOf(timeZone: string): (at: number) => string {
  // Sweden writes days as ISO 8601 does.
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short" });
  return (at) => format.format(at);
}
