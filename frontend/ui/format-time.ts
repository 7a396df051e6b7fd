import { once } from "./once.ts";

const day = once(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long" }));
const moment = once(
  () => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" }),
);
const relative = once(() => new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }));

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Unix milliseconds → "March 3, 2026", in the reader's time zone. */
export function formatDay(at: number): string {
  return day().format(at);
}

/** Unix milliseconds → "March 3, 2026 at 4:05 PM". */
export function formatMoment(at: number): string {
  return moment().format(at);
}

/** How long ago: "just now", "5 minutes ago", "yesterday"; a date when it is more than a month. */
export function formatAgo(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed > 30 * 86_400_000) return `on ${formatDay(at)}`;
  const unit = units.find(([, length]) => elapsed >= length);
  return unit ? relative().format(-Math.floor(elapsed / unit[1]), unit[0]) : "just now";
}
