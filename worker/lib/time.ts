export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Converts Stripe's seconds to milliseconds. Null and undefined become null. */
export function fromStripeTime(seconds: number | null | undefined): number | null {
  return seconds == null ? null : seconds * SECOND;
}

/** Returns the UTC day of a time in unix milliseconds, as `YYYY-MM-DD`. */
export function toUtcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
