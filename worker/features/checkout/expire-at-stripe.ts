import Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";

/**
 * Closes a session that could still be paid.
 * @returns false where it is paid or over already
 */
export async function expireAtStripe(ctx: Ctx, sessionId: string): Promise<boolean> {
  try {
    const key = await idempotencyKey("expire", sessionId, {});
    await ctx.stripe.checkout.sessions.expire(sessionId, {}, key);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError) return false;
    throw error;
  }
}
