import type { Ctx } from "../context.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import { isPaidAtOnce } from "../shared/is-paid-at-once.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";

/**
 * Whether a visitor can pay for this without signing in (decision 121). A link's code that is for a first purchase asks
 * for an account, too.
 */
export async function canPayFirst(
  ctx: Ctx,
  {
    price,
    link,
  }: Pick<PriceWithProduct, "price"> & {
    link?: { promotionCodeId: string | null } | undefined;
  },
): Promise<boolean> {
  if (!isPaidAtOnce(price)) return false;
  if (!(await checkoutSettings.read(ctx)).payFirst) return false;
  if (!link?.promotionCodeId) return true;
  const code = await ctx.stripe.promotionCodes.retrieve(link.promotionCodeId);
  return !code.restrictions.first_time_transaction;
}

/** Active codes that are looked through. A shop with more asks guests for none. */
const MAX_CODES = 100;

/**
 * Whether a guest is asked for a promotion code: not while any code is for a first purchase, since Stripe knows each
 * guest as a new customer.
 */
export async function mayGuestsEnterCodes(ctx: Ctx): Promise<boolean> {
  const { data, has_more: hasMore } = await ctx.stripe.promotionCodes.list({
    active: true,
    limit: MAX_CODES,
  });
  return !hasMore && data.every(({ restrictions }) => !restrictions.first_time_transaction);
}
