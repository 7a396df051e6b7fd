import Stripe from "stripe";

/**
 * Whether Stripe has stored this error under the idempotency key: asking again with that key can only bring the same
 * answer, for a day. A 500 is stored whatever came of the work; a refused connection, 409 and 429 are not.
 */
export function isStoredError(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeAPIError &&
    error.statusCode !== undefined &&
    error.statusCode >= 500
  );
}
