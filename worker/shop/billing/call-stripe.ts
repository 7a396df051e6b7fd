import Stripe from "stripe";
import { fail } from "../../errors.ts";

/**
 * Runs a change at Stripe.
 * @throws `payment_failed` where the bank refused, `subscription_not_changeable` where Stripe refuses the change (the
 *   subscription ended meanwhile), else `stripe_unavailable`
 */
export async function tellStripe<Answer>(change: () => Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (cause) {
    const reason = "the subscription was not changed";
    if (cause instanceof Stripe.errors.StripeCardError)
      throw fail("payment_failed", { reason, cause });
    if (cause instanceof Stripe.errors.StripeInvalidRequestError)
      throw fail("subscription_not_changeable", { reason, cause });
    throw fail("stripe_unavailable", { reason, cause });
  }
}
