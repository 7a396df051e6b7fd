import { DAY } from "../lib/time.ts";

/** Returns the id of the claim of a guest's purchases: a guest has one, whatever they buy. */
export function toGuestClaimId(guestId: string): string {
  const [, rest = ""] = guestId.split("_");
  return `clm_${rest}`;
}

/** How long purchases of a guest can be taken, in milliseconds. Ten years: they are paid for. */
export const GUEST_CLAIM_LIFETIME_MS = 3650 * DAY;
