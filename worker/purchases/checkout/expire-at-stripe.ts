import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { writeAgain } from "../../stripe/write-with-retry.ts";

/**
 * Closes a session that could still be paid.
 * @returns false where it is paid or over already
 */
export async function expireAtStripe(ctx: Ctx, sessionId: string): Promise<boolean> {
  try {
    await writeAgain(
      { action: "expire", rowId: sessionId, attempt: ctx.requestId, params: {} },
      (options) => ctx.stripe.checkout.sessions.expire(sessionId, {}, options),
    );
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}
