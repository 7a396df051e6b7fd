import { fail } from "../../errors.ts";
import { isResourceMissing } from "../../stripe/classify-error.ts";

/** What `toDiscount` needs expanded. */
export const expandCoupon = ["promotion.coupon.applies_to"];

/** Runs a request to Stripe about a discount, and translates its errors. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    throw fail(isResourceMissing(cause) ? "not_found" : "stripe_unavailable", {
      reason: "a request about a discount failed",
      cause,
    });
  }
}
