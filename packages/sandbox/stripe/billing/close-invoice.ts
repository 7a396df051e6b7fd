import type { Account } from "../account.ts";
import type { InvoiceRow } from "../store/rows.ts";

/** An open invoice that nobody shall pay any more. */
export function voidInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  cancelPayments(account, invoice);
  const closed = account.change("invoice", invoice.id, {
    ...closing,
    status: "void",
    amount_remaining: 0,
    status_transitions: { ...invoice.status_transitions, voided_at: account.clock.now() },
  });
  account.emit("invoice.voided", "invoice", closed);
  return closed;
}

/** An invoice that is written off; it can still be paid. */
export function writeOffInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const closed = account.change("invoice", invoice.id, {
    ...closing,
    status: "uncollectible",
    status_transitions: {
      ...invoice.status_transitions,
      marked_uncollectible_at: account.clock.now(),
    },
  });
  account.emit("invoice.marked_uncollectible", "invoice", closed);
  return closed;
}

const closing = { auto_advance: false, next_payment_attempt: null };

function cancelPayments(account: Account, invoice: InvoiceRow): void {
  const now = account.clock.now();
  const payments = account.objects.all("invoice_payment", [
    { field: "invoice", equals: invoice.id },
  ]);
  for (const payment of payments.filter(({ status }) => status === "open")) {
    account.change("invoice_payment", payment.id, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    });
    const intent = account.change("payment_intent", payment.payment.payment_intent as string, {
      status: "canceled",
      canceled_at: now,
      cancellation_reason: "void_invoice",
      next_action: null,
    });
    account.emit("payment_intent.canceled", "payment_intent", intent);
  }
}
