import type Stripe from "stripe";
import type { z } from "zod";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { integer, oneOf, schemaFor } from "../protocol/params.ts";
import type { SubscriptionItemRow, SubscriptionRow } from "../store/rows.ts";
import { assertPaymentBehaviorUnset } from "../checkout/managed-payments.ts";
import { collectAutomatically } from "./collect-invoice.ts";
import { computePeriodEnd } from "./compute-period-end.ts";
import { createPendingItems } from "./pending-items.ts";
import { billFullPeriods, billRemainingTime } from "./compute-prorations.ts";
import { scheduleRenewal } from "./renew-subscription.ts";
import { resumeSubscription } from "./resume-after-payment-attempt.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import { draftSubscriptionInvoice } from "./subscription-invoice.ts";
import { listSubscriptionItems } from "./subscription-items.ts";

/** How long a resumption invoice waits for its first payment attempt. */
const resumptionLifetimeSeconds = 23 * 3600;

/** The parameters of `subscriptions.resume`. */
export const resumeSubscriptionParams = schemaFor<Stripe.SubscriptionResumeParams>()({
  billing_cycle_anchor: schemaFor<Stripe.SubscriptionResumeParams.BillingCycleAnchor>()({
    type: oneOf("now", "unchanged"),
  }).optional(),
  payment_behavior: oneOf("resume_on_payment_attempt", "resume_on_payment_success").optional(),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  proration_date: integer.optional(),
});
type ResumeSubscriptionParams = z.output<typeof resumeSubscriptionParams>;

/**
 * Resumes a paused subscription: immediately if there is nothing to invoice, otherwise through a resumption invoice.
 * @throws ApiError if the subscription isn't paused or is already being resumed.
 */
export function resumeSubscriptionOnRequest(
  account: Account,
  id: string,
  params: ResumeSubscriptionParams,
): SubscriptionRow {
  const subscription = account.get("subscription", id);
  if (subscription.status !== "paused") {
    throw invalidRequestError(
      `Only paused subscriptions can be resumed. This subscription has a status of \`${subscription.status}\`.`,
    );
  }
  assertPaymentBehaviorUnset(subscription, params);
  if (hasOpenResumption(account, subscription))
    throw invalidRequestError(
      "This subscription is already being resumed: its resumption invoice is open.",
    );
  const unchanged = params.billing_cycle_anchor?.type === "unchanged";
  const now = account.clock.now();
  const items = listSubscriptionItems(account, id).map((item) =>
    computeResumedPeriod(account, subscription, item, unchanged),
  );
  for (const item of items) account.objects.update("subscription_item", item);
  if (!unchanged) account.update("subscription", id, { billing_cycle_anchor: now });
  scheduleRenewal(account, id);

  const behavior = params.proration_behavior ?? "create_prorations";
  if (unchanged && behavior !== "none") {
    const at = params.proration_date ?? now;
    const remaining = items.flatMap((item) => billRemainingTime(account, subscription, item, at));
    const billTo = { customer: subscription.customer as string, currency: subscription.currency };
    createPendingItems(account, billTo, remaining);
  }
  if (unchanged && behavior !== "always_invoice") {
    resumeSubscription(account, subscription, "active");
    return account.get("subscription", id);
  }
  invoiceResumption(account, subscription, unchanged ? [] : items, params.payment_behavior);
  return account.get("subscription", id);
}

function hasOpenResumption(account: Account, { _resume: resumption }: SubscriptionRow): boolean {
  return !!resumption && account.get("invoice", resumption.invoice).status === "open";
}

function invoiceResumption(
  account: Account,
  subscription: SubscriptionRow,
  restartedItems: SubscriptionItemRow[],
  behavior: ResumeSubscriptionParams["payment_behavior"] = "resume_on_payment_attempt",
): void {
  const draft = draftSubscriptionInvoice(account, subscription, {
    reason: "subscription_update",
    lines: billFullPeriods(account, subscription, restartedItems),
  });
  const waitsFor = behavior === "resume_on_payment_success" ? "success" : "attempt";
  account.update("subscription", subscription.id, { _resume: { invoice: draft.id, waitsFor } });
  const open = finalizeInvoice(account, draft);
  // By default the first attempt comes later: from `invoices.pay`, or from the customer on the invoice's page.
  if (waitsFor === "success" || open.amount_due === 0) collectAutomatically(account, open);
  else
    account.schedule(
      account.clock.now() + resumptionLifetimeSeconds,
      "expire_resumption",
      subscription.id,
    );
}

/** Returns the item with a new period from now or, if `unchanged`, with the current period of its old cycle. */
export function computeResumedPeriod(
  account: Account,
  { billing_cycle_anchor: anchor }: SubscriptionRow,
  item: SubscriptionItemRow,
  unchanged: boolean,
): SubscriptionItemRow {
  const { recurring } = account.get("price", item.price);
  const now = account.clock.now();
  let start = unchanged ? item.current_period_start : now;
  let end = unchanged ? item.current_period_end : computePeriodEnd(now, recurring!);
  while (end <= now) {
    start = end;
    end = computePeriodEnd(start, recurring!, anchor);
  }
  return { ...item, current_period_start: start, current_period_end: end };
}
