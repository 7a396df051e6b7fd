import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { resourceMissingError } from "../protocol/errors.ts";
import { flag, omitUndefined, schemaFor, text, unsettable } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { cancelReason } from "./cancel-reason.ts";
import { finalizeAndCollectInvoice } from "./collect-invoice.ts";
import { endSubscription } from "./end-subscription.ts";
import { listPendingLines, createPendingItems } from "./pending-items.ts";
import { creditUnusedTime } from "./compute-prorations.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";
import { isOngoing } from "./subscription-status.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

/** The parameters of `subscriptions.cancel`. */
export const cancelSubscriptionParams = schemaFor<Stripe.SubscriptionCancelParams>()({
  cancellation_details: schemaFor<Stripe.SubscriptionCancelParams.CancellationDetails>()({
    comment: unsettable(text).optional(),
    feedback: unsettable(cancelReason).optional(),
  }).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});

/**
 * Cancels a subscription immediately. `prorate` credits the unused time; `invoice_now` invoices the pending items.
 * @throws ApiError (404) if the subscription has already ended.
 */
export function cancelSubscriptionNow(
  account: Account,
  id: string,
  {
    cancellation_details: details,
    invoice_now: invoiceNow = false,
    prorate = false,
  }: z.output<typeof cancelSubscriptionParams>,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (!isOngoing(subscription)) throw resourceMissingError("subscription", id);
  const billTo = { customer: subscription.customer as string, currency: subscription.currency };
  if (prorate && subscription.status !== "trialing") {
    const now = account.clock.now();
    const unused = listSubscriptionItems(account, id).flatMap((item) =>
      creditUnusedTime(account, subscription, item, now),
    );
    createPendingItems(account, billTo, unused);
  }
  endSubscription(account, subscription, {
    ...omitUndefined(details ?? {}),
    reason: "cancellation_requested",
  });
  if (invoiceNow && listPendingLines(account, { ...billTo, subscription: id }).length > 0)
    finalizeAndCollectInvoice(
      account,
      draftSubscriptionInvoice(account, subscription, { reason: "subscription_update", lines: [] }),
    );
  return account.get("subscription", id);
}
