import type { Ctx, UserCtx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import {
  findOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../../purchases/subscriptions/find-subscription.ts";
import { hasEnded } from "../../purchases/subscriptions/statuses.ts";
import { callStripe } from "./call-stripe.ts";

/**
 * Ends a subscription and its access immediately. Nothing more is charged and nothing is refunded. Does nothing if it
 * has already ended.
 * @throws `not_found` for another user's subscription, `stripe_unavailable`
 */
export async function endSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  if (await cancelAtStripe(ctx, row))
    await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Cancels the subscription at Stripe. The caller checks permissions and syncs afterward.
 * @returns whether anything changed
 */
export async function cancelAtStripe(ctx: Ctx, row: SubscriptionWithPolicy): Promise<boolean> {
  if (hasEnded(row)) return false;
  requireAction(row, "end");
  const params = { prorate: false, invoice_now: false };
  const key = await idempotencyKey("end", row.id, params);
  await callStripe(() => ctx.stripe.subscriptions.cancel(row.stripeSubscriptionId, params, key));
  return true;
}
