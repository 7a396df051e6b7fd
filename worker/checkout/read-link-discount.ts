import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import type { LinkDiscount } from "../db/schema/permanent-links.ts";
import { fail, failAt } from "../errors.ts";
import { isResourceMissing } from "../stripe/classify-error.ts";

const unusable = (message: string, cause?: unknown) => failAt("promotionCodeId", message, cause);

/**
 * Returns what a promotion code takes off a price.
 * @throws `invalid_input` for a code that is unknown, has ended, or does not work for the price; `stripe_unavailable`
 */
export async function readLinkDiscount(
  ctx: Ctx,
  { price, product }: PriceWithProduct,
  promotionCodeId: string,
): Promise<LinkDiscount> {
  if (price.model === "pay_what_you_want" || price.amountMinor === 0)
    throw unusable("Stripe allows no discount on this price.");
  const promotion = await ctx.stripe.promotionCodes
    .retrieve(promotionCodeId, { expand: ["promotion.coupon.applies_to"] })
    .catch((cause: unknown) => {
      if (isResourceMissing(cause)) throw unusable("No such discount code.", cause);
      throw fail("stripe_unavailable", { reason: "the link's code was not read", cause });
    });
  const { coupon } = promotion.promotion;
  if (typeof coupon !== "object" || coupon === null || !coupon.valid || !promotion.active)
    throw unusable("This discount code is no longer active.");
  const products = coupon.applies_to?.products ?? [];
  if (products.length > 0 && !products.includes(product.stripeProductId ?? ""))
    throw unusable("This discount code doesn’t apply to the product.");
  if (coupon.amount_off !== null && coupon.currency !== price.currency)
    throw unusable("This discount code is in another currency.");
  const { minimum_amount: minimum, minimum_amount_currency: minimumCurrency } =
    promotion.restrictions;
  // A customer can choose more seats.
  const isTooLittle = price.model !== "per_seat" && price.amountMinor < (minimum ?? 0);
  if (minimum !== null && (minimumCurrency !== price.currency || isTooLittle))
    throw unusable("The price is below the minimum of this discount code.");
  return {
    code: promotion.code,
    percentOff: coupon.percent_off,
    amountOffMinor: coupon.amount_off,
    currency: coupon.currency,
  };
}
