import type { Account } from "../account.ts";
import { reportFraudForTestCard } from "../payments/payment-intent.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { chargeInvoice, getOrCreateInvoiceIntent, type ChargeResult } from "./charge-invoice.ts";
import { findPauseRefusal } from "./assert-pausable.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { applyPendingUpdate } from "./pending-update.ts";
import {
  pausedBy,
  resumeAfterFailure,
  resumeAfterPaymentAttempt,
} from "./resume-after-payment-attempt.ts";
import { finalizeInvoice, listInvoicePayments } from "./invoice-transitions.ts";
import { findInvoiceSubscription, getDefaultPaymentMethodId } from "./subscription-items.ts";

const day = 86_400;
/** How long after its due date an emailed invoice is given up. At Stripe, 30, 60 or 90 days can be chosen. */
const overdueLimitSeconds = 30 * day;

/** Finalizes a draft invoice, and charges or emails it. */
export function finalizeAndCollectInvoice(
  account: Account,
  draft: InvoiceRow,
): ChargeResult | { kind: "sent" } {
  return collectAutomatically(account, finalizeInvoice(account, draft));
}

/**
 * Charges the subscription's payment method, and updates the subscription. An emailed invoice waits for its customer,
 * with the payment intent of its page.
 */
export function collectAutomatically(
  account: Account,
  invoice: InvoiceRow,
): ChargeResult | { kind: "sent" } {
  if (invoice.due_date === null || invoice.amount_remaining === 0)
    return collectInvoice(account, invoice);
  getOrCreateInvoiceIntent(account, invoice);
  return { kind: "sent" };
}

/** Attempts once to collect an open invoice, and updates its subscription according to the result. */
export function collectInvoice(
  account: Account,
  invoice: InvoiceRow,
  options: { method?: string | null; authenticated?: boolean } = {},
): ChargeResult {
  const subscription = findInvoiceSubscription(account, invoice);
  const method = options.method ?? invoice.default_payment_method ?? null;
  const result = chargeInvoice(account, invoice, {
    ...options,
    method: (method ?? (subscription ? getDefaultPaymentMethodId(account, subscription) : null)) as
      | string
      | null,
  });
  if (result.kind === "failed")
    return { ...result, invoice: updateSubscriptionAfterFailure(account, result.invoice) };
  updateSubscriptionAfterPayment(account, result.invoice);
  reportTestCardFraud(account, result.invoice);
  return result;
}

/** Applies a paid invoice to its subscription: applies a pending update, or makes the subscription live again. */
export function updateSubscriptionAfterPayment(account: Account, invoice: InvoiceRow): void {
  const subscription = findInvoiceSubscription(account, invoice);
  if (!subscription) return;
  if (subscription._pending?.invoice === invoice.id) applyPendingUpdate(account, subscription);
  else if (subscription.status === "paused" && !resumeAfterFailure(account, subscription, invoice))
    resumeAfterPaymentAttempt(account, subscription, invoice);
  else if (
    ["past_due", "unpaid", "incomplete"].includes(subscription.status) &&
    (subscription.latest_invoice === invoice.id || wasLastOverdue(account, invoice))
  ) {
    account.update(
      "subscription",
      subscription.id,
      {
        status:
          subscription.trial_end !== null && subscription.trial_end > account.clock.now()
            ? "trialing"
            : "active",
      },
      "customer.subscription.updated",
    );
  }
}

/** Whether an emailed invoice was paid that was the only one overdue: the latest one need not be due yet. */
function wasLastOverdue(account: Account, invoice: InvoiceRow): boolean {
  if (invoice.due_date === null) return false;
  const { subscription } = invoice.parent!.subscription_details!;
  return !account.objects
    .findAll("invoice", [
      { field: "parent.subscription_details.subscription", equals: subscription as string },
    ])
    .some(
      ({ status, due_date: due }) =>
        status === "open" && due !== null && due <= account.clock.now(),
    );
}

/** Makes the subscription of an emailed invoice past due that was not paid in time. */
export function markOverdue(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  if (invoice?.status !== "open" || invoice.due_date === null) return;
  account.emit("invoice.overdue", "invoice", invoice);
  const subscription = findInvoiceSubscription(account, invoice);
  if (subscription?.status !== "active") return;
  account.update(
    "subscription",
    subscription.id,
    { status: "past_due" },
    "customer.subscription.updated",
  );
  account.schedule(invoice.due_date + overdueLimitSeconds, "give_up_invoice", id);
}

/** Applies a failed attempt to the subscription: makes it past due and schedules the next attempt. */
function updateSubscriptionAfterFailure(account: Account, invoice: InvoiceRow): InvoiceRow {
  const subscription = findInvoiceSubscription(account, invoice);
  if (!subscription || subscription._pending?.invoice === invoice.id) return invoice;
  if (pausedBy(subscription, invoice)) return scheduleRetry(account, invoice);
  if (subscription.status === "paused") {
    resumeAfterPaymentAttempt(account, subscription, invoice);
    const isRetried = account.get("subscription", subscription.id)._resume?.waitsFor === "success";
    return isRetried ? scheduleRetry(account, invoice) : account.get("invoice", invoice.id);
  }
  if (!["active", "past_due"].includes(subscription.status)) return invoice;
  const pauses =
    subscription.status === "active" &&
    invoice.billing_reason === "subscription_cycle" &&
    account.readSettings().pauseAfterFirstFailure &&
    findPauseRefusal(subscription) === null;
  if (pauses) pauseSubscription(account, subscription, "first_payment_failure");
  else if (subscription.status === "active")
    account.update(
      "subscription",
      subscription.id,
      { status: "past_due" },
      "customer.subscription.updated",
    );
  return scheduleRetry(account, invoice);
}

/** Schedules the next attempt. After the last one, sets `next_payment_attempt` to null. */
export function scheduleRetry(account: Account, invoice: InvoiceRow): InvoiceRow {
  const delay = account.readSettings().retryDays[invoice.attempt_count - 1];
  if (delay === undefined) {
    const abandoned = account.update("invoice", invoice.id, {
      next_payment_attempt: null,
      auto_advance: false,
    });
    account.schedule(account.clock.now(), "give_up_invoice", invoice.id);
    return abandoned;
  }
  const next = account.clock.now() + Math.round(delay * day);
  account.schedule(next, "retry_invoice", invoice.id);
  return account.update("invoice", invoice.id, { next_payment_attempt: next });
}

/** Reports fraud for the payments of a paid invoice whose test card always causes it. */
export function reportTestCardFraud(account: Account, invoice: InvoiceRow): void {
  for (const { payment, status } of listInvoicePayments(account, invoice)) {
    if (status !== "paid" || !payment.payment_intent) continue;
    const intent = account.get("payment_intent", payment.payment_intent as string);
    const method = account.objects.find("payment_method", intent.payment_method as string);
    if (method) reportFraudForTestCard(account, intent, method);
  }
}
