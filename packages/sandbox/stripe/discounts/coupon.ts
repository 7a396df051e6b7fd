import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import type { CouponRow } from "../store/rows.ts";

/** Whether a coupon can still be redeemed. */
export function isValid(account: Account, coupon: Stripe.Coupon): boolean {
  const { max_redemptions: most, times_redeemed: times, redeem_by: by } = coupon;
  return (most === null || times < most) && (by === null || by > account.clock.now());
}

/** The coupon of an id when it may be redeemed in this currency, or Stripe's refusal. */
export function redeemable(
  account: Account,
  id: string,
  { currency, param }: { currency: string; param: string },
): CouponRow {
  const coupon = account.get("coupon", id, param);
  if (!isValid(account, coupon))
    throw invalid(`Coupon ${id} is used up or expired.`, { code: "coupon_expired", param });
  if (coupon.currency !== null && coupon.currency !== currency)
    throw invalid(
      `The coupon specified supports currencies of \`${coupon.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
      { param },
    );
  return coupon;
}
