import type Stripe from "stripe";

/** Not ended: what `subscriptions.list` shows without a status, and what a deleted customer loses. */
export function isLive({ status }: Pick<Stripe.Subscription, "status">): boolean {
  return status !== "canceled" && status !== "incomplete_expired";
}
