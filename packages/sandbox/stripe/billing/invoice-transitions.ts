import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { getMinimumCharge } from "../money.ts";

/** Finalizes a draft: sets its number, URLs and time, applies the customer's balance, and opens it. */
export function finalizeInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const now = account.clock.now();
  const url = `${account.serverUrl}/invoices/${invoice.id}`;
  const finalized = account.update("invoice", invoice.id, {
    ...applyCustomerBalance(account, invoice),
    status: "open",
    number: nextInvoiceNumber(account, invoice.customer as string | null),
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    effective_at: now,
    automatically_finalizes_at: null,
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  });
  account.emit("invoice.finalized", "invoice", finalized);
  return finalized;
}

/** Applies the customer's balance. Leftover credit, or an amount below the minimum charge, stays on the balance. */
function applyCustomerBalance(account: Account, invoice: InvoiceRow): Partial<InvoiceRow> {
  const customer =
    invoice._usesBalance && invoice.customer
      ? account.objects.find("customer", invoice.customer as string)
      : undefined;
  if (!customer) return { ending_balance: 0 };
  const totalAfterBalance = invoice.total + customer.balance;
  const isChargeable = totalAfterBalance >= getMinimumCharge(invoice.currency);
  const endingBalance = isChargeable ? 0 : totalAfterBalance;
  if (endingBalance !== customer.balance)
    account.update("customer", customer.id, { balance: endingBalance }, "customer.updated");
  const due = isChargeable ? totalAfterBalance : 0;
  return {
    starting_balance: customer.balance,
    ending_balance: endingBalance,
    amount_due: due,
    amount_remaining: due,
  };
}

/** Links a payment intent to the invoice it pays. */
export function createInvoicePayment(
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

/** Marks an invoice paid, and its open payment too if there is one. */
export function markInvoicePaid(account: Account, invoice: InvoiceRow): InvoiceRow {
  const now = account.clock.now();
  const paid = account.update("invoice", invoice.id, {
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
    .findAll("invoice_payment", [{ field: "invoice", equals: invoice.id }])
    .find(({ status }) => status === "open");
  if (payment) {
    const paidFields = {
      amount_paid: invoice.amount_due,
      status: "paid",
      status_transitions: { canceled_at: null, paid_at: now },
    };
    account.emit(
      "invoice_payment.paid",
      "invoice_payment",
      account.update("invoice_payment", payment.id, paidFields),
    );
  }
  account.emit("invoice.paid", "invoice", paid);
  account.emit("invoice.payment_succeeded", "invoice", paid);
  return paid;
}

/** Records a failed payment attempt. The invoice stays open. */
export function markInvoicePaymentFailed(account: Account, invoice: InvoiceRow): InvoiceRow {
  const failed = account.update("invoice", invoice.id, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  });
  account.emit("invoice.payment_failed", "invoice", failed);
  return failed;
}

function nextInvoiceNumber(account: Account, customerId: string | null): string {
  const customer = customerId ? account.objects.find("customer", customerId) : undefined;
  if (!customer)
    return `GUEST-${String(account.objects.findAll("invoice", [{ field: "customer", equals: null }]).length).padStart(4, "0")}`;
  const sequence = customer.next_invoice_sequence ?? 1;
  account.update("customer", customer.id, { next_invoice_sequence: sequence + 1 });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, "0")}`;
}
