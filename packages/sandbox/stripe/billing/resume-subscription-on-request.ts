import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalid } from "../protocol/errors.ts";
import { integer, oneOf, shape } from "../protocol/params.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { collectInvoice } from "./collect-invoice.ts";
import { periodEnd } from "./compute-period-end.ts";
import { writePendingItems } from "./pending-items.ts";
import { billWhole, debitRest } from "./compute-prorations.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { runAgain } from "./resume-after-payment-attempt.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import { draftBill } from "./subscription-invoice.ts";
import { itemsOf } from "./subscription-items.ts";

/** How long a resumption invoice waits for a first attempt. */
const waitSeconds = 23 * 3600;

/** `subscriptions.resume`. */
export const resumeParams = shape<Stripe.SubscriptionResumeParams>()({
  billing_cycle_anchor: shape<Stripe.SubscriptionResumeParams.BillingCycleAnchor>()({
    type: oneOf("now", "unchanged"),
  }).optional(),
  payment_behavior: oneOf("resume_on_payment_attempt", "resume_on_payment_success").optional(),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  proration_date: integer.optional(),
});
type ResumeParams = z.output<typeof resumeParams>;

/** A paused subscription runs again: at once when nothing is to be invoiced, else with its resumption invoice. */
export function resumeOnRequest(
  account: Account,
  id: string,
  params: ResumeParams,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (subscription.status !== "paused") {
    throw invalid(
      `Only paused subscriptions can be resumed. This subscription has a status of \`${subscription.status}\`.`,
    );
  }
  if (subscription._resume)
    throw invalid("This subscription is already being resumed: its resumption invoice is open.");
  const unchanged = params.billing_cycle_anchor?.type === "unchanged";
  const now = account.clock.now();
  const items = itemsOf(account, id).map((item) =>
    nextPeriod(account, subscription, item, unchanged),
  );
  for (const item of items) account.objects.update("subscription_item", item);
  if (!unchanged) account.change("subscription", id, { billing_cycle_anchor: now });
  scheduleRenewal(account, id);

  const behavior = params.proration_behavior ?? "create_prorations";
  if (unchanged && behavior !== "none") {
    const at = params.proration_date ?? now;
    const rest = items.flatMap((item) => debitRest(account, subscription, item, at));
    const owner = { customer: subscription.customer as string, currency: subscription.currency };
    writePendingItems(account, owner, rest);
  }
  if (unchanged && behavior !== "always_invoice") {
    runAgain(account, subscription, "active");
    return account.get("subscription", id);
  }
  invoiceResumption(account, subscription, unchanged ? [] : items, params.payment_behavior);
  return account.get("subscription", id);
}

function invoiceResumption(
  account: Account,
  subscription: SubscriptionRow,
  whole: SubscriptionItemRow[],
  behavior: ResumeParams["payment_behavior"] = "resume_on_payment_attempt",
): void {
  const draft = draftBill(account, subscription, {
    reason: "subscription_update",
    lines: billWhole(account, subscription, whole),
  });
  const waitsFor = behavior === "resume_on_payment_success" ? "success" : "attempt";
  account.change("subscription", subscription.id, { _resume: { invoice: draft.id, waitsFor } });
  const open = finalizeInvoice(account, draft);
  // The default leaves the first attempt to somebody else: `invoices.pay`, or the buyer on the invoice's page.
  if (waitsFor === "success" || open.amount_due === 0) collectInvoice(account, open);
  else account.schedule(account.clock.now() + waitSeconds, "expire_resumption", subscription.id);
}

/** A new period from now, or the one that is running by the old anchor. */
function nextPeriod(
  account: Account,
  { billing_cycle_anchor: anchor }: SubscriptionRow,
  item: SubscriptionItemRow,
  unchanged: boolean,
): SubscriptionItemRow {
  const { recurring } = account.get("price", item.price);
  const now = account.clock.now();
  let start = unchanged ? item.current_period_start : now;
  let end = unchanged ? item.current_period_end : periodEnd(now, recurring!);
  while (end <= now) {
    start = end;
    end = periodEnd(start, recurring!, anchor);
  }
  return { ...item, current_period_start: start, current_period_end: end };
}
