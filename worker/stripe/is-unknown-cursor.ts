import Stripe from "stripe";

/** Whether Stripe refused a list because the object to start after doesn't exist, or isn't in that list. */
export function isUnknownCursor(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "starting_after"
  );
}
