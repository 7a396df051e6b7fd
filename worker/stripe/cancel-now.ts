import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";
import { idempotencyKey } from "./idempotency.ts";

/**
 * Ends a subscription at Stripe immediately: nothing more is charged, and nothing is refunded.
 * @param key the action and the row's id for the idempotency key
 * @param details why, for Stripe
 */
export async function cancelNow(
  stripe: StripeClient,
  stripeSubscriptionId: string,
  key: { action: string; rowId: string },
  details: Pick<Stripe.SubscriptionCancelParams, "cancellation_details"> = {},
): Promise<void> {
  const params = { prorate: false, invoice_now: false, ...details };
  const options = await idempotencyKey(key.action, key.rowId, params);
  await stripe.subscriptions.cancel(stripeSubscriptionId, params, options);
}
