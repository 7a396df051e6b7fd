import type { Account } from "../account.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { cancelInvoicePayments } from "./invoice-transitions.ts";
import { resumeAfterFailure } from "./resume-after-payment-attempt.ts";
import { findInvoiceSubscription } from "./subscription-items.ts";

/** Voids an open invoice and cancels its payment intents, so it can't be paid. */
export function voidInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  cancelInvoicePayments(account, invoice, "void_invoice");
  const closed = account.update("invoice", invoice.id, {
    ...closedFields,
    status: "void",
    amount_remaining: 0,
    status_transitions: { ...invoice.status_transitions, voided_at: account.clock.now() },
  });
  account.emit("invoice.voided", "invoice", closed);
  return closed;
}

/** Marks an invoice uncollectible. It can still be paid. A subscription that was past due because of it is active. */
export function writeOffInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const closed = account.update("invoice", invoice.id, {
    ...closedFields,
    status: "uncollectible",
    status_transitions: {
      ...invoice.status_transitions,
      marked_uncollectible_at: account.clock.now(),
    },
  });
  account.emit("invoice.marked_uncollectible", "invoice", closed);
  const subscription = findInvoiceSubscription(account, invoice);
  if (subscription?.status === "past_due" && subscription.latest_invoice === invoice.id)
    account.update(
      "subscription",
      subscription.id,
      { status: "active" },
      "customer.subscription.updated",
    );
  if (subscription) resumeAfterFailure(account, subscription, invoice);
  return closed;
}

const closedFields = { auto_advance: false, next_payment_attempt: null };
