import { once } from "./once.ts";

const dateFormat = once(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long" }));
const dateTimeFormat = once(
  () => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short" }),
);
const relativeFormat = once(() => new Intl.RelativeTimeFormat("en-US", { numeric: "auto" }));

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats Unix milliseconds as "March 3, 2026", in the user's time zone. */
export function formatDate(at: number): string {
  return dateFormat().format(at);
}

/** Formats Unix milliseconds as "March 3, 2026 at 4:05 PM", in the user's time zone. */
export function formatDateTime(at: number): string {
  return dateTimeFormat().format(at);
}

/** Formats how long ago a time was: "just now", "5 minutes ago", "yesterday". After 30 days, returns a date. */
export function formatRelativeTime(at: number, now: number): string {
  const elapsed = now - at;
  if (elapsed > 30 * 86_400_000) return `on ${formatDate(at)}`;
  const unit = units.find(([, length]) => elapsed >= length);
  return unit ? relativeFormat().format(-Math.floor(elapsed / unit[1]), unit[0]) : "just now";
}
