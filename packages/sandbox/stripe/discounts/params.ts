import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { listOf, schemaFor, text } from "../protocol/params.ts";
import type { CouponRow } from "../store/rows.ts";
import { getRedeemableCoupon } from "./coupon.ts";
import { getUsableCoupon } from "./promotion.ts";

/** The parameter `discounts` of a subscription, a session or a preview. */
export const discountParams = listOf(
  schemaFor<Stripe.SubscriptionCreateParams.Discount>()({
    coupon: text.optional(),
    promotion_code: text.optional(),
  }),
);
export type DiscountParams = z.output<typeof discountParams>;

/** A requested coupon, and the promotion code it was requested with. */
export interface ResolvedDiscount {
  coupon: CouponRow;
  promotionCode: string | null;
}

/**
 * Resolves the one coupon or promotion code of a request, or null if there is none. `total` is in minor units.
 * @throws ApiError 400 if it cannot be used
 */
export function resolveDiscount(
  account: Account,
  given: DiscountParams,
  { currency, customer, total }: { currency: string; customer: string | null; total: number },
): ResolvedDiscount | null {
  const [first, ...more] = given;
  if (!first) return null;
  if (more.length > 0)
    throw invalidRequestError("You may only specify one discount.", { param: "discounts" });
  if (!first.coupon === !first.promotion_code)
    throw invalidRequestError(
      "You must specify either `coupon` or `promotion_code` in `discounts[0]`.",
      {
        param: "discounts[0]",
      },
    );
  if (first.coupon) {
    const param = "discounts[0][coupon]";
    return {
      coupon: getRedeemableCoupon(account, first.coupon, { currency, param }),
      promotionCode: null,
    };
  }
  const param = "discounts[0][promotion_code]";
  const code = account.get("promotion_code", first.promotion_code!, param);
  const coupon = getUsableCoupon(account, code, { currency, customer, total, param });
  return { coupon, promotionCode: code.id };
}
