import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";

/** Ends a subscription now. */
export function endSubscription(
  account: Account,
  subscription: SubscriptionRow,
  details: Partial<Stripe.Subscription.CancellationDetails>,
): SubscriptionRow {
  const now = account.clock.now();
  const ended = account.change("subscription", subscription.id, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancel_at: subscription.cancel_at,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: null,
      ...subscription.cancellation_details,
      ...details,
    },
  });
  account.emit("customer.subscription.deleted", "subscription", ended);
  return ended;
}

/** A scheduled end has come, unless it was moved or taken back meanwhile. */
export function endWhenScheduled(account: Account, subscriptionId: string): void {
  const subscription = account.objects.find("subscription", subscriptionId);
  if (!subscription || subscription.ended_at !== null || subscription.cancel_at === null) return;
  if (subscription.cancel_at > account.clock.now()) return;
  endSubscription(account, subscription, {});
}
