import type { Account } from "../account.ts";
import { findPauseRefusal } from "./assert-pausable.ts";
import { voidInvoice, writeOffInvoice } from "./close-invoice.ts";
import { collectInvoice, finalizeAndCollectInvoice } from "./collect-invoice.ts";
import { endSubscription } from "./end-subscription.ts";
import { finalizeInvoice } from "./invoice-transitions.ts";
import { pauseSubscription } from "./pause-subscription.ts";
import { findInvoiceSubscription } from "./subscription-items.ts";

/** Finalizes a renewal invoice after its hour as a draft, and charges it unless collection is paused. */
export function finalizeInvoiceIfDue(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  if (invoice?.status !== "draft" || !invoice.auto_advance) return;
  switch (findInvoiceSubscription(account, invoice)?.pause_collection?.behavior) {
    case "void":
      voidInvoice(account, finalizeInvoice(account, invoice));
      break;
    case "mark_uncollectible":
      writeOffInvoice(account, finalizeInvoice(account, invoice));
      break;
    case "keep_as_draft":
      account.update("invoice", id, { auto_advance: false, automatically_finalizes_at: null });
      break;
    default:
      finalizeAndCollectInvoice(account, invoice);
  }
}

/** Retries an invoice, unless it was paid, closed or retried in the meantime. */
export function retryInvoiceIfDue(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  if (invoice?.status !== "open" || invoice.next_payment_attempt === null) return;
  if (invoice.next_payment_attempt > account.clock.now()) return;
  collectInvoice(account, invoice);
}

/**
 * Applies the account's final retry action to the subscription after the last failed attempt. A subscription that was
 * to be resumed stays paused, and its resumption invoice is voided.
 */
export function handleExhaustedRetries(account: Account, id: string): void {
  const invoice = account.objects.find("invoice", id);
  const subscription = invoice && findInvoiceSubscription(account, invoice);
  if (invoice?.status === "open" && subscription?._resume?.invoice === id) {
    account.update("subscription", subscription.id, { _resume: null });
    voidInvoice(account, invoice);
    return;
  }
  if (invoice?.status !== "open" || subscription?.status !== "past_due") return;
  switch (account.readSettings().afterRetries) {
    case "pause":
      // Stripe cancels what it can't pause.
      if (findPauseRefusal(subscription) === null)
        pauseSubscription(account, subscription, "final_payment_failure");
      else endSubscription(account, subscription, { reason: "payment_failed" });
      break;
    case "cancel":
      endSubscription(account, subscription, { reason: "payment_failed" });
      break;
    case "unpaid":
      account.update(
        "subscription",
        subscription.id,
        { status: "unpaid" },
        "customer.subscription.updated",
      );
      break;
    case "past_due":
      break;
  }
}

/** Expires a subscription whose first invoice wasn't paid within 23 hours. */
export function expireIncompleteSubscription(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "incomplete") return;
  const invoice = account.get("invoice", subscription.latest_invoice as string);
  if (invoice.status === "open") voidInvoice(account, invoice);
  account.update(
    "subscription",
    id,
    { status: "incomplete_expired", ended_at: account.clock.now() },
    "customer.subscription.updated",
  );
}

/** Voids a resumption invoice that had no payment attempt within 23 hours. */
export function expireResumptionInvoice(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  if (subscription?.status !== "paused" || !subscription._resume) return;
  const invoice = account.get("invoice", subscription._resume.invoice);
  if (invoice.status !== "open" || invoice.attempt_count > 0) return;
  account.update("subscription", id, { _resume: null });
  voidInvoice(account, invoice);
}

/** Ends a pause of collection when `resumes_at` has passed. Does nothing if it was changed in the meantime. */
export function resumePaymentCollection(account: Account, id: string): void {
  const subscription = account.objects.find("subscription", id);
  const resumesAt = subscription?.pause_collection?.resumes_at;
  if (!resumesAt || resumesAt > account.clock.now()) return;
  account.update("subscription", id, { pause_collection: null }, "customer.subscription.updated");
}
