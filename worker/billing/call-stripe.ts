import Stripe from "stripe";
import { AppError, fail } from "../errors.ts";

/**
 * Runs a change at Stripe and translates its errors.
 * @param findDone asks Stripe after an error, since only the answer may be lost: what the change would have returned if it
 *   was made, else undefined. A retry by Stripe's library can be refused because the first request did the work
 * @throws `payment_failed` if the bank declined; `subscription_not_changeable` if Stripe refuses the change, in Stripe's
 *   words, e.g. because the subscription has ended meanwhile; otherwise `stripe_unavailable`
 */
export async function callStripe<Answer>(
  change: () => Promise<Answer>,
  findDone?: () => Promise<Answer | undefined>,
): Promise<Answer> {
  try {
    return await change();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = "the subscription was not changed";
    if (cause instanceof Stripe.errors.StripeCardError)
      throw fail("payment_failed", { reason, cause });
    // If this fails, too, nobody knows, and the first error is the answer.
    const done = await findDone?.().catch(() => undefined);
    if (done !== undefined) return done;
    if (cause instanceof Stripe.errors.StripeInvalidRequestError)
      throw fail("subscription_not_changeable", { reason, cause, detail: cause.message });
    throw fail("stripe_unavailable", { reason, cause });
  }
}
