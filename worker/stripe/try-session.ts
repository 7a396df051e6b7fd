import type Stripe from "stripe";
import type { StripeClient } from "./client.ts";
import { idempotencyKey } from "./idempotency.ts";

/**
 * Opens a Checkout session that nobody gets, and closes it again: only Stripe knows what an account may ask for.
 * @param key the action and the id of the request for the idempotency key
 * @throws what Stripe says against it
 */
export async function trySession(
  stripe: StripeClient,
  key: { action: string; requestId: string },
  params: Stripe.Checkout.SessionCreateParams,
): Promise<void> {
  const options = await idempotencyKey(key.action, key.requestId, params);
  const { id } = await stripe.checkout.sessions.create(params, options);
  await stripe.checkout.sessions.expire(id);
}
