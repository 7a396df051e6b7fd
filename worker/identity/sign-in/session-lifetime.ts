import { DAY, MINUTE } from "../../lib/time.ts";

/** A session expires when it hasn't been used for this long. */
export const SESSION_IDLE_MS = 30 * DAY;
/** An active session is extended if its last extension is older than this. */
export const SESSION_REFRESH_MS = DAY;
/** A session expires this long after sign-in, even if it is in use. */
export const SESSION_ABSOLUTE_MS = 90 * DAY;
/** Maximum age of a sign-in for dangerous actions. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE;

/** Returns when a session used now expires. */
export function sessionExpiry(now: number, absoluteEndAt: number): number {
  return Math.min(now + SESSION_IDLE_MS, absoluteEndAt);
}
