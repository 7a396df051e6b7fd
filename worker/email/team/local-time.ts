import { DAY } from "../../lib/time.ts";

/** From this hour on, in the member's time zone, the digest of the day is due. */
const DIGEST_HOUR = 8;

/**
 * Returns the day of the newest digest that is due: the day itself from the morning on, and the day before until then.
 * @param now Unix milliseconds
 * @returns a date such as `2026-11-22`
 */
export function getDigestDay(now: number, timeZone: string): string {
  const { day, hour } = toLocalTime(now, timeZone);
  return hour >= DIGEST_HOUR ? day : toLocalTime(now - DAY, timeZone).day;
}

function toLocalTime(at: number, timeZone: string): { day: string; hour: number } {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? "";
  return { day: `${part("year")}-${part("month")}-${part("day")}`, hour: Number(part("hour")) };
}
