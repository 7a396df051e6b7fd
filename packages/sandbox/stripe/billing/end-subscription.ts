import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";

/** Ends a subscription now. Its draft invoices aren't finalized, and failed payments aren't retried. */
export function endSubscription(
  account: Account,
  subscription: SubscriptionRow,
  details: Partial<Stripe.Subscription.CancellationDetails>,
): SubscriptionRow {
  const now = account.clock.now();
  for (const invoice of account.objects.findAll("invoice", [
    { field: "parent.subscription_details.subscription", equals: subscription.id },
  ])) {
    if (invoice.status === "draft" || invoice.status === "open")
      account.update("invoice", invoice.id, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  }
  if (subscription.schedule !== null)
    account.update(
      "subscription_schedule",
      subscription.schedule as string,
      { status: "canceled", canceled_at: now, current_phase: null },
      "subscription_schedule.canceled",
    );
  const ended = account.update("subscription", subscription.id, {
    status: "canceled",
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    pending_update: null,
    _pending: null,
    _resume: null,
    status_details: undefined,
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

/** Ends a subscription whose `cancel_at` has passed. Does nothing if it was moved or unset in the meantime. */
export function endSubscriptionIfDue(account: Account, subscriptionId: string): void {
  const subscription = account.objects.find("subscription", subscriptionId);
  if (!subscription || subscription.ended_at !== null || subscription.cancel_at === null) return;
  if (subscription.cancel_at > account.clock.now()) return;
  endSubscription(account, subscription, {});
}
