import type { Account } from "../account.ts";
import type { InvoiceRow } from "../store/rows.ts";

/** Voids an open invoice and cancels its payment intents, so it can't be paid. */
export function voidInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  cancelInvoicePayments(account, invoice);
  const closed = account.update("invoice", invoice.id, {
    ...closedFields,
    status: "void",
    amount_remaining: 0,
    status_transitions: { ...invoice.status_transitions, voided_at: account.clock.now() },
  });
  account.emit("invoice.voided", "invoice", closed);
  return closed;
}

/** Marks an invoice uncollectible. It can still be paid. */
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
  return closed;
}

const closedFields = { auto_advance: false, next_payment_attempt: null };

function cancelInvoicePayments(account: Account, invoice: InvoiceRow): void {
  const now = account.clock.now();
  const payments = account.objects.findAll("invoice_payment", [
    { field: "invoice", equals: invoice.id },
  ]);
  for (const payment of payments.filter(({ status }) => status === "open")) {
    account.update("invoice_payment", payment.id, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    });
    const intent = account.update("payment_intent", payment.payment.payment_intent as string, {
      status: "canceled",
      canceled_at: now,
      cancellation_reason: "void_invoice",
      next_action: null,
    });
    account.emit("payment_intent.canceled", "payment_intent", intent);
  }
}
