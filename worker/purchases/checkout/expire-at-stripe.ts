import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { writeWithRetry } from "../../stripe/write-with-retry.ts";

/**
 * Expires a Checkout Session at Stripe so that it can no longer be paid.
 * @returns false if the session was already complete or expired
 */
export async function expireAtStripe(ctx: Ctx, sessionId: string): Promise<boolean> {
  try {
    await writeWithRetry(
      { action: "expire", rowId: sessionId, attempt: ctx.requestId, params: {} },
      (options) => ctx.stripe.checkout.sessions.expire(sessionId, {}, options),
    );
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}
