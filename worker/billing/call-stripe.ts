import Stripe from "stripe";
import { AppError, fail } from "../errors.ts";

/**
 * Runs a change at Stripe and translates its errors.
 * @throws `payment_failed` if the bank declined; `subscription_not_changeable` if Stripe refuses the change because the
 *   subscription has ended meanwhile; otherwise `stripe_unavailable`
 */
export async function callStripe<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = "the subscription was not changed";
    if (cause instanceof Stripe.errors.StripeCardError)
      throw fail("payment_failed", { reason, cause });
    if (cause instanceof Stripe.errors.StripeInvalidRequestError)
      throw fail("subscription_not_changeable", { reason, cause });
    throw fail("stripe_unavailable", { reason, cause });
  }
}
