import type Stripe from "stripe";
import { fromStripeTime } from "../../lib/time.ts";

/** A promotion code and its coupon at Stripe. Amounts in minor units, times in unix milliseconds. */
export type Discount = ReturnType<typeof toDiscount>;

/**
 * Converts a promotion code of Stripe's.
 * @param promotion with `promotion.coupon.applies_to` expanded
 * @param ourProducts Stripe's product id → ours
 */
export function toDiscount(
  promotion: Stripe.PromotionCode,
  ourProducts: Map<string, string>,
  now: number,
) {
  const { coupon: reference } = promotion.promotion;
  const coupon = typeof reference === "object" ? reference : null;
  const expiresAt = fromStripeTime(promotion.expires_at ?? coupon?.redeem_by);
  return {
    id: promotion.id,
    code: promotion.code,
    name: coupon?.name ?? null,
    /** Only `active` ones can be used. */
    state: stateOf(promotion, coupon, expiresAt, now),
    percentOff: coupon?.percent_off ?? null,
    amountOffMinor: coupon?.amount_off ?? null,
    currency: coupon?.currency ?? null,
    duration: toDuration(coupon?.duration),
    months: coupon?.duration_in_months ?? null,
    timesRedeemed: promotion.times_redeemed,
    maxRedemptions: promotion.max_redemptions,
    expiresAt,
    firstPurchaseOnly: promotion.restrictions.first_time_transaction,
    /** The lowest total of an order that the code works for, in minor units of `minimumCurrency`; null for any. */
    minimumMinor: promotion.restrictions.minimum_amount,
    minimumCurrency: promotion.restrictions.minimum_amount_currency,
    /** Ids of our products; empty if it applies to all of them. */
    productIds: (coupon?.applies_to?.products ?? []).map((id) => ourProducts.get(id) ?? id),
    createdAt: fromStripeTime(promotion.created) ?? 0,
  };
}

function stateOf(
  promotion: Stripe.PromotionCode,
  coupon: Stripe.Coupon | null,
  expiresAt: number | null,
  now: number,
): "active" | "used_up" | "expired" | "ended" {
  const { max_redemptions: max, times_redeemed: timesRedeemed } = promotion;
  if (expiresAt !== null && expiresAt <= now) return "expired";
  if (max !== null && timesRedeemed >= max) return "used_up";
  if (!promotion.active || coupon?.valid === false) return "ended";
  return "active";
}

/** An unknown duration is shown as the shortest one. */
function toDuration(duration: string | undefined): "once" | "repeating" | "forever" {
  return duration === "repeating" || duration === "forever" ? duration : "once";
}
