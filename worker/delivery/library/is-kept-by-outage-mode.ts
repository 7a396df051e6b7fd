import type { Ctx } from "../../context.ts";
import type { LibraryItem } from "./list-library-items.ts";

/**
 * Whether outage mode keeps an item open although its purchase no longer gives access: Stripe has reported its end, or
 * its time has passed. It closes when outage mode has ended and the customer was synced again.
 * @param hasGrantsInForce whether grants of the item are in force at the access time
 */
export function isKeptByOutageMode(
  ctx: Pick<Ctx, "now">,
  { access }: Pick<LibraryItem, "access">,
  hasGrantsInForce: boolean,
): boolean {
  if (!hasGrantsInForce) return false;
  return !access.active || (access.until !== null && access.until <= ctx.now);
}
