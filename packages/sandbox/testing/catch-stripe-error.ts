import type Stripe from "stripe";

/** Returns the error of a call that must fail. */
export async function catchStripeError(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  return call.then(
    () => Promise.reject(new Error("The call succeeded.")),
    (error: unknown) => error as Stripe.errors.StripeError,
  );
}
