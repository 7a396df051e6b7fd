import type Stripe from "stripe";

/** Whether a subscription hasn't ended. By default, `subscriptions.list` returns only these. */
export function isOngoing({ status }: Pick<Stripe.Subscription, "status">): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}
