import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { oneOf, schemaFor } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { assertPausable } from "./assert-pausable.ts";
import { finalizeAndCollectInvoice } from "./collect-invoice.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { createPendingItems } from "./pending-items.ts";
import { creditUnusedTime } from "./compute-prorations.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

/** The parameters of `subscriptions.pause`. There is never outstanding usage, because metering isn't implemented. */
export const pauseSubscriptionParams = schemaFor<Stripe.SubscriptionPauseParams>()({
  bill_for: schemaFor<Stripe.SubscriptionPauseParams.BillFor>()({
    outstanding_usage_through:
      schemaFor<Stripe.SubscriptionPauseParams.BillFor.OutstandingUsageThrough>()({
        type: oneOf("none", "now"),
      }).optional(),
    unused_time_from: schemaFor<Stripe.SubscriptionPauseParams.BillFor.UnusedTimeFrom>()({
      type: oneOf("item_current_period_start", "none", "now"),
    }).optional(),
  }).optional(),
  invoicing_behavior: oneOf("invoice", "pending_invoice_item").optional(),
  type: oneOf("subscription").optional(),
});

/**
 * Pauses a subscription on request, and credits the unused time.
 * @throws ApiError if the subscription isn't active, trialing or past due.
 */
export function pauseSubscriptionOnRequest(
  account: Account,
  id: string,
  { bill_for: billFor, invoicing_behavior: invoicing }: z.output<typeof pauseSubscriptionParams>,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (!["active", "trialing", "past_due"].includes(subscription.status)) {
    throw invalidRequestError(
      `Only active subscriptions can be paused. This subscription has a status of \`${subscription.status}\`.`,
    );
  }
  assertPausable(subscription);
  const from = billFor?.unused_time_from?.type ?? "now";
  const credits = listSubscriptionItems(account, id).flatMap((item) =>
    from === "none"
      ? []
      : creditUnusedTime(
          account,
          subscription,
          item,
          from === "now" ? account.clock.now() : item.current_period_start,
        ),
  );
  const billTo = { customer: subscription.customer as string, currency: subscription.currency };
  createPendingItems(account, billTo, credits);
  const paused = pauseSubscription(account, subscription, "pause_requested");
  if (invoicing === "invoice" && credits.length > 0)
    finalizeAndCollectInvoice(
      account,
      draftSubscriptionInvoice(account, paused, { reason: "subscription_update", lines: [] }),
    );
  return account.get("subscription", id);
}
