import { DAY, MINUTE } from "../../lib/time.ts";

/** A session dies when it has not been used for this long. */
export const SESSION_IDLE_MS = 30 * DAY;
/** A session in use is extended when its last extension is older than this. */
export const SESSION_REFRESH_MS = DAY;
/** A session dies this long after the sign-in, whatever its use. */
export const SESSION_ABSOLUTE_MS = 90 * DAY;
/** How old a sign-in may be for dangerous actions. */
export const FRESH_SIGN_IN_MS = 10 * MINUTE;

/** When a session that is used now would die of disuse. */
export function expiryFrom(now: number, absoluteEndAt: number): number {
  return Math.min(now + SESSION_IDLE_MS, absoluteEndAt);
}
