import type { Ctx, UserCtx } from "../context.ts";
import { cancelNow } from "../stripe/cancel-now.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import {
  requireOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { hasEnded, isEndedStatus } from "../purchases/subscriptions/statuses.ts";
import { callStripe } from "./call-stripe.ts";
import { toCancellationDetails, type CancellationReason } from "./schedule-cancellation.ts";

/**
 * Ends a subscription and its access immediately. Nothing more is charged and nothing is refunded. Does nothing if it
 * has already ended.
 * @throws `not_found` for another user's subscription, `stripe_unavailable`
 */
export async function endSubscription(
  ctx: UserCtx,
  { id, ...reason }: { id: string } & CancellationReason,
): Promise<void> {
  const row = await requireOwnSubscription(ctx, { id });
  if (await cancelAtStripe(ctx, row, reason))
    await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Cancels the subscription at Stripe. The caller checks permissions and syncs afterward.
 * @returns whether anything changed
 */
export async function cancelAtStripe(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  reason: CancellationReason = {},
): Promise<boolean> {
  if (hasEnded(row)) return false;
  requireAction(row, "end");
  const { stripeSubscriptionId } = row;
  const key = { action: "end", rowId: row.id };
  return callStripe(
    async () => {
      await cancelNow(ctx.stripe, stripeSubscriptionId, key, toCancellationDetails(reason));
      return true;
    },
    async () => {
      const { status } = await ctx.stripe.subscriptions.retrieve(stripeSubscriptionId);
      return isEndedStatus(status) || undefined;
    },
  );
}
