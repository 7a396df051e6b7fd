import Stripe from "stripe";

/**
 * Whether Stripe has stored this error under the idempotency key. A retry with the same key would then get the same
 * error for 24 hours. Stripe stores every 500, but not a refused connection, a 409 or a 429.
 */
export function isStoredError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    error.statusCode !== undefined &&
    error.statusCode >= 500
  );
}
