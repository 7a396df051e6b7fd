import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { formatMoney } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { CouponRow } from "../store/rows.ts";
import { getRedeemableCoupon } from "./coupon.ts";

/** Finds an active promotion code, ignoring case. */
export function findPromotionCode(
  account: Account,
  typed: string,
): Stripe.PromotionCode | undefined {
  return account.objects
    .findAll("promotion_code", [{ field: "active", equals: true }])
    .find(({ code }) => code.toUpperCase() === typed.trim().toUpperCase());
}

/**
 * Returns the coupon of a promotion code. `total` is in minor units.
 * @throws ApiError 400 if this customer cannot use it for this order
 */
export function getUsableCoupon(
  account: Account,
  code: Stripe.PromotionCode,
  {
    currency,
    customer,
    total,
    param,
  }: { currency: string; customer: string | null; total: number; param: string },
): CouponRow {
  const promotionError = (message: string) =>
    invalidRequestError(message, { code: "promotion_code_invalid", param });
  const expired = code.expires_at !== null && code.expires_at <= account.clock.now();
  if (!code.active || expired) throw promotionError("This promotion code has expired.");
  if (code.customer && code.customer !== customer)
    throw promotionError("This promotion code cannot be redeemed by this customer.");
  const { first_time_transaction: firstTime, minimum_amount: minimum } = code.restrictions;
  if (
    minimum !== null &&
    (code.restrictions.minimum_amount_currency !== currency || total < minimum)
  )
    throw promotionError(
      `This promotion code needs an order of at least ${formatMoney(minimum, code.restrictions.minimum_amount_currency!)}.`,
    );
  if (firstTime && customer && hasPaidBefore(account, customer))
    throw promotionError("This promotion code is for a first order only.");
  return getRedeemableCoupon(account, code.promotion.coupon as string, { currency, param });
}

function hasPaidBefore(account: Account, customer: string): boolean {
  return account.objects
    .findAll("charge", [{ field: "customer", equals: customer }])
    .some(({ paid }) => paid);
}
