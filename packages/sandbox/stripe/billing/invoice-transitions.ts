import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { getMinimumCharge } from "../money.ts";

/** How long an invoice that nobody waits for stays a draft. */
const draftLifetimeSeconds = 3600;

/** Finalizes a draft in an hour, and then charges or emails it. */
export function scheduleFinalization(account: Account, { id }: InvoiceRow): void {
  const finalizesAt = account.clock.now() + draftLifetimeSeconds;
  account.update("invoice", id, { auto_advance: true, automatically_finalizes_at: finalizesAt });
  account.schedule(finalizesAt, "finalize_invoice", id);
}

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
  if (finalized.due_date !== null && finalized.amount_due > 0) {
    account.emit("invoice.sent", "invoice", finalized);
    account.schedule(finalized.due_date, "invoice_overdue", finalized.id);
  }
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
  return account.create(
    "invoice_payment",
    buildInvoicePayment(account, invoice, {
      amount_requested: invoice.amount_remaining,
      is_default: true,
      payment: { payment_intent: intent.id, type: "payment_intent" },
    }),
  );
}

export function buildInvoicePayment(
  account: Account,
  { id, currency }: InvoiceRow,
  fields: Pick<Stripe.InvoicePayment, "amount_requested" | "is_default" | "payment">,
): Stripe.InvoicePayment {
  return {
    id: newId("invoice_payment"),
    object: "invoice_payment",
    amount_paid: null,
    created: account.clock.now(),
    currency,
    invoice: id,
    livemode: false,
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
    ...fields,
  };
}

/** The payments of an invoice, oldest first. */
export function listInvoicePayments(account: Account, { id }: InvoiceRow): Stripe.InvoicePayment[] {
  return account.objects.findAll("invoice_payment", [{ field: "invoice", equals: id }]);
}

/** Cancels the payments of an invoice that were not made, with their payment intents. */
export function cancelInvoicePayments(
  account: Account,
  invoice: InvoiceRow,
  reason: "void_invoice" | "automatic",
): void {
  const now = account.clock.now();
  for (const payment of listInvoicePayments(account, invoice)) {
    if (payment.status !== "open") continue;
    account.update("invoice_payment", payment.id, {
      status: "canceled",
      status_transitions: { ...payment.status_transitions, canceled_at: now },
    });
    const intent = account.update("payment_intent", payment.payment.payment_intent as string, {
      status: "canceled",
      canceled_at: now,
      cancellation_reason: reason,
      next_action: null,
    });
    account.emit("payment_intent.canceled", "payment_intent", intent);
  }
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
    attempt_count: invoice.amount_remaining > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  });
  const payment = listInvoicePayments(account, invoice).find(({ status }) => status === "open");
  if (payment) {
    const paidFields = {
      amount_paid: invoice.amount_remaining,
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
