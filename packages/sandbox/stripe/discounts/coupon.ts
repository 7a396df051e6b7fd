import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import type { CouponRow } from "../store/rows.ts";

/** Returns whether a coupon can still be redeemed. */
export function isCouponValid(account: Account, coupon: Stripe.Coupon): boolean {
  const { max_redemptions: most, times_redeemed: times, redeem_by: by } = coupon;
  return (most === null || times < most) && (by === null || by > account.clock.now());
}

/** Returns the coupon. @throws ApiError 400 if it cannot be redeemed, or not in this currency */
export function getRedeemableCoupon(
  account: Account,
  id: string,
  { currency, param }: { currency: string; param: string },
): CouponRow {
  const coupon = account.get("coupon", id, param);
  if (!isCouponValid(account, coupon))
    throw invalidRequestError(`Coupon ${id} is used up or expired.`, {
      code: "coupon_expired",
      param,
    });
  if (coupon.currency !== null && coupon.currency !== currency)
    throw invalidRequestError(
      `The coupon specified supports currencies of \`${coupon.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param },
    );
  return coupon;
}
