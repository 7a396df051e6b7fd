import Stripe from "stripe";
import { fail } from "../../errors.ts";

/** What `toDiscount` needs expanded. */
export const expandCoupon = ["promotion.coupon.applies_to"];

/** Runs a request to Stripe about a discount, and translates its errors. */
export async function callStripe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (cause) {
    const isUnknown =
      cause instanceof Stripe.errors.StripeError && cause.code === "resource_missing";
    throw fail(isUnknown ? "not_found" : "stripe_unavailable", {
      reason: "the discount was not changed",
      cause,
    });
  }
}
