import { invalidRequestError } from "../protocol/errors.ts";
import { isManaged } from "../checkout/managed-payments.ts";
import type { SubscriptionRow } from "../store/rows.ts";

/** Returns why Stripe can't pause a subscription, or null if it can. */
export function findPauseRefusal(subscription: SubscriptionRow): string | null {
  if (subscription.billing_mode.type === "classic")
    return "Only subscriptions with `billing_mode.type=flexible` can be paused. Migrate the subscription to flexible billing mode first.";
  if (subscription.schedule !== null)
    return `The subscription is managed by the subscription schedule \`${subscription.schedule as string}\`, and can't be paused directly. Please update the schedule instead.`;
  if (subscription.pause_collection !== null)
    return "Subscriptions whose payment collection is paused can't be paused.";
  return null;
}

/** @throws ApiError if Stripe can't pause the subscription, also while it is active */
export function assertPausable(subscription: SubscriptionRow): void {
  // Stripe's documentation doesn't say that it can.
  if (isManaged(subscription))
    throw invalidRequestError(
      "Subscriptions created by Checkout Sessions with Stripe Managed Payments enabled can't be paused.",
    );
  const refusal = findPauseRefusal(subscription);
  if (refusal !== null) throw invalidRequestError(refusal);
}
