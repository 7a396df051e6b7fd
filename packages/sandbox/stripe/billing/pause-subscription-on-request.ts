import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import { oneOf, shape } from "../protocol/params.ts";
import type { SubscriptionRow } from "../store/rows.ts";
import { issueInvoice } from "./collect-invoice.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { writePendingItems } from "./pending-items.ts";
import { creditRest } from "./compute-prorations.ts";
import { draftBill } from "./subscription-invoice.ts";
import { itemsOf } from "./subscription-items.ts";

/** `subscriptions.pause`. Usage is not metered here, so there is none outstanding. */
export const pauseParams = shape<Stripe.SubscriptionPauseParams>()({
  bill_for: shape<Stripe.SubscriptionPauseParams.BillFor>()({
    outstanding_usage_through:
      shape<Stripe.SubscriptionPauseParams.BillFor.OutstandingUsageThrough>()({
        type: oneOf("none", "now"),
      }).optional(),
    unused_time_from: shape<Stripe.SubscriptionPauseParams.BillFor.UnusedTimeFrom>()({
      type: oneOf("item_current_period_start", "none", "now"),
    }).optional(),
  }).optional(),
  invoicing_behavior: oneOf("invoice", "pending_invoice_item").optional(),
  type: oneOf("subscription").optional(),
});

/** Pauses on request, and credits the time that was paid for and will not be used. */
export function pauseOnRequest(
  account: Account,
  id: string,
  { bill_for: billFor, invoicing_behavior: invoicing }: z.output<typeof pauseParams>,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (!["active", "trialing", "past_due"].includes(subscription.status)) {
    throw invalid(
      `Only active subscriptions can be paused. This subscription has a status of \`${subscription.status}\`.`,
    );
  }
  const from = billFor?.unused_time_from?.type ?? "now";
  const credits = itemsOf(account, id).flatMap((item) =>
    from === "none"
      ? []
      : creditRest(
          account,
          subscription,
          item,
          from === "now" ? account.clock.now() : item.current_period_start,
        ),
  );
  const owner = { customer: subscription.customer as string, currency: subscription.currency };
  writePendingItems(account, owner, credits);
  const paused = pauseSubscription(account, subscription, "pause_requested");
  if (invoicing === "invoice" && credits.length > 0)
    issueInvoice(account, draftBill(account, paused, { reason: "subscription_update", lines: [] }));
  return account.get("subscription", id);
}
