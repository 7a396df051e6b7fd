import Stripe from "stripe";

/** Whether an error, or what caused it, came from Stripe or from the connection to it. */
export function isStripeFailure(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeError) return true;
  return error instanceof Error && isStripeFailure(error.cause);
}

/** Whether Stripe, or the connection to it, fails by itself. With another key the same would happen. */
export function isStripeDown(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors;
  const isDown =
    error instanceof StripeConnectionError ||
    error instanceof StripeAPIError ||
    error instanceof StripeRateLimitError;
  return isDown || (error instanceof Error && isStripeDown(error.cause));
}

/** Whether Stripe reports that the object doesn't exist. */
export function isResourceMissing(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing"
  );
}

/** Whether Stripe refused a list because the object to start after doesn't exist, or isn't in that list. */
export function isUnknownCursor(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError && error.param === "starting_after"
  );
}

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

/** Whether Stripe refused a request because the shop's restricted key lacks a permission. */
export function isPermissionMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripePermissionError;
}
