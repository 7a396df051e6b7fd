export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Stripe's seconds → our milliseconds; null and undefined become null. */
export function fromStripeTime(seconds: number | null | undefined): number | null {
  return seconds == null ? null : seconds * SECOND;
}

/** Unix milliseconds → the UTC day, `YYYY-MM-DD`. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
