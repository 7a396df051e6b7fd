import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { missing } from "../protocol/errors.ts";
import { flag, onlyGiven, shape, text, unsettable } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { issueInvoice } from "./collect-invoice.ts";
import { endSubscription } from "./end-subscription.ts";
import { pendingLines, writePendingItems } from "./pending-items.ts";
import { creditRest } from "./compute-prorations.ts";
import { draftBill } from "./subscription-invoice.ts";
import { isLive } from "./subscription-status.ts";
import { itemsOf } from "./subscription-items.ts";

/** `subscriptions.cancel`. */
export const cancelParams = shape<Stripe.SubscriptionCancelParams>()({
  cancellation_details: shape<Stripe.SubscriptionCancelParams.CancellationDetails>()({
    comment: unsettable(text).optional(),
    feedback: unsettable(text).optional(),
  }).optional(),
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});

/** Ends a subscription at once. `prorate` credits the unused time, `invoice_now` bills what is pending. */
export function cancelNow(
  account: Account,
  id: string,
  {
    cancellation_details: details,
    invoice_now: invoiceNow = false,
    prorate = false,
  }: z.output<typeof cancelParams>,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (!isLive(subscription)) throw missing("subscription", id);
  const owner = { customer: subscription.customer as string, currency: subscription.currency };
  if (prorate && subscription.status !== "trialing") {
    const now = account.clock.now();
    const unused = itemsOf(account, id).flatMap((item) =>
      creditRest(account, subscription, item, now),
    );
    writePendingItems(account, owner, unused);
  }
  endSubscription(account, subscription, {
    ...onlyGiven(details ?? {}),
    reason: "cancellation_requested",
  });
  if (invoiceNow && pendingLines(account, { ...owner, subscription: id }).length > 0)
    issueInvoice(
      account,
      draftBill(account, subscription, { reason: "subscription_update", lines: [] }),
    );
  return account.get("subscription", id);
}
