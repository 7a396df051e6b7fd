import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import type { CheckoutGift } from "../db/schema/billing.ts";
import { failAt } from "../errors.ts";
import { DAY } from "../lib/time.ts";
import { getMaxPeriods, isGivable } from "../shared/is-givable.ts";

/** How far ahead the email about a gift can be sent. Whoever gets it has the rest of the year to accept it. */
const MAX_DELAY_MS = 180 * DAY;

/**
 * Requires that a price can be given, for how many of its periods if it is recurring, and a time for the email that makes
 * sense.
 * @throws `invalid_input`
 */
export function assertGivable(
  ctx: Ctx,
  price: PriceWithProduct["price"],
  { email, sendAt, periods }: CheckoutGift,
): void {
  if (!isGivable(price)) throw failAt("gift", "This price can’t be bought as a gift.");
  const max = getMaxPeriods(price);
  if (max > 0 ? periods === undefined || periods > max : periods !== undefined)
    throw failAt(
      "gift.periods",
      max > 0 ? `Must be from 1 to ${max}.` : "This price has no periods.",
    );
  if (sendAt === null) return;
  if (email === null) throw failAt("gift.email", "Enter an email address.");
  if (sendAt > ctx.now + MAX_DELAY_MS)
    throw failAt("gift.sendAt", "Choose a date within 180 days.");
}
