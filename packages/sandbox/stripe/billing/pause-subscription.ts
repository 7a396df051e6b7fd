import type Stripe from "stripe";
import type { Account } from "../account.ts";
import type { SubscriptionRow } from "../store/rows.ts";

type PauseReason = Stripe.Subscription.StatusDetails.Paused.Subscription.Type;

/** Pauses a live subscription: it has no invoices and no new periods until it is resumed. */
export function pauseSubscription(
  account: Account,
  subscription: SubscriptionRow,
  reason: PauseReason,
): SubscriptionRow {
  const paused = account.update(
    "subscription",
    subscription.id,
    {
      status: "paused",
      status_details: {
        paused: {
          subscription: { type: reason },
          transitioned_at: account.clock.now(),
          type: "subscription",
        },
      },
    },
    "customer.subscription.updated",
  );
  account.emit("customer.subscription.paused", "subscription", paused);
  return paused;
}
