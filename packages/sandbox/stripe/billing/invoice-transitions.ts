import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { leastCharge } from "./money.ts";

/** Draft → open: the number, the pages, the time, and what the customer's balance pays of it. */
export function finalizeInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const now = account.clock.now();
  const url = `${account.serverUrl}/invoices/${invoice.id}`;
  const finalized = account.change("invoice", invoice.id, {
    ...drawBalance(account, invoice),
    status: "open",
    number: nextNumber(account, invoice.customer as string | null),
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    effective_at: now,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  account.emit("invoice.finalized", "invoice", finalized);
  return finalized;
}

/** A credit pays first; what is left over, and what is too little to charge, stays on the customer's balance. */
function drawBalance(account: Account, invoice: InvoiceRow): Partial<InvoiceRow> {
  const customer =
    invoice._usesBalance && invoice.customer
      ? account.objects.find("customer", invoice.customer as string)
      : undefined;
  if (!customer) return { ending_balance: 0 };
  const left = invoice.total + customer.balance;
  const chargeable = left >= leastCharge(invoice.currency);
  const endingBalance = chargeable ? 0 : left;
  if (endingBalance !== customer.balance)
    account.change("customer", customer.id, { balance: endingBalance }, "customer.updated");
  const due = chargeable ? left : 0;
  return {
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    amount_due: due,
    amount_remaining: due,
  };
}

/** Notes that a payment intent is to pay the invoice. */
export function attachPayment(
  account: Account,
  invoice: InvoiceRow,
  intent: Stripe.PaymentIntent,
): Stripe.InvoicePayment {
  return account.create("invoice_payment", {
    id: newId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: account.clock.now(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}

/** Open → paid, with its payment when there was something to pay. */
export function settleInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const now = account.clock.now();
  const paid = account.change("invoice", invoice.id, {
    status: "paid",
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    attempt_count: invoice.amount_due > 0 ? invoice.attempt_count + 1 : 0,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const payment = account.objects
    .all("invoice_payment", [{ field: "invoice", equals: invoice.id }])
    .find(({ status }) => status === "open");
  if (payment) {
    const settled = {
      amount_paid: invoice.amount_due,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: now },
    };
    account.emit(
      "invoice_payment.paid",
      "invoice_payment",
      account.change("invoice_payment", payment.id, settled),
    );
  }
  account.emit("invoice.paid", "invoice", paid);
  account.emit("invoice.payment_succeeded", "invoice", paid);
  return paid;
}

/** A payment of the invoice failed; it stays open. */
export function failInvoicePayment(account: Account, invoice: InvoiceRow): InvoiceRow {
  const failed = account.change("invoice", invoice.id, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  });
  account.emit("invoice.payment_failed", "invoice", failed);
  return failed;
}

function nextNumber(account: Account, customerId: string | null): string {
  const customer = customerId ? account.objects.find("customer", customerId) : undefined;
  if (!customer)
    return `GUEST-${String(account.objects.all("invoice", [{ field: "customer", equals: null }]).length).padStart(4, "0")}`;
  const sequence = customer.next_invoice_sequence ?? 1;
  account.change("customer", customer.id, { next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
}
