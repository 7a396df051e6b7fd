import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import { listOf, shape, text } from "../protocol/params.ts";
import type { CouponRow } from "../store/rows.ts";
import { redeemable } from "./coupon.ts";
import { usablePromotion } from "./promotion.ts";

/** `discounts` of a subscription, a session or a preview. */
export const discountParams = listOf(
  shape<Stripe.SubscriptionCreateParams.Discount>()({
    coupon: text.optional(),
    promotion_code: text.optional(),
  }),
);
export type DiscountParams = z.output<typeof discountParams>;

/** A coupon that somebody asked for, and the code that it came by. */
export interface Chosen {
  coupon: CouponRow;
  promotionCode: string | null;
}

/** What a request asks to be taken off: one coupon or code, checked. */
export function chooseDiscount(
  account: Account,
  given: DiscountParams,
  { currency, customer, total }: { currency: string; customer: string | null; total: number },
): Chosen | null {
  const [first, ...more] = given;
  if (!first) return null;
  if (more.length > 0) throw invalid("You may only specify one discount.", { param: "discounts" });
  if (!first.coupon === !first.promotion_code)
    throw invalid("You must specify either `coupon` or `promotion_code` in `discounts[0]`.", {
      param: "discounts[0]",
    });
  if (first.coupon) {
    const param = "discounts[0][coupon]";
    return {
      coupon: redeemable(account, first.coupon, { currency, param }),
      promotionCode: null,
    };
  }
  const param = "discounts[0][promotion_code]";
  const code = account.get("promotion_code", first.promotion_code!, param);
  const coupon = usablePromotion(account, code, { currency, customer, total, param });
  return { coupon, promotionCode: code.id };
}
