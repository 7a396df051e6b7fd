import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { createPaymentRecord } from "../payments/payment-record.ts";
import type { InvoiceRow } from "../store/rows.ts";
import { updateSubscriptionAfterPayment } from "./collect-invoice.ts";
import {
  buildInvoicePayment,
  cancelInvoicePayments,
  markInvoicePaid,
} from "./invoice-transitions.ts";

/** Pays the rest of an invoice with money that came outside of Stripe, as in cash or by a bank transfer. */
export function payOutOfBand(account: Account, invoice: InvoiceRow): InvoiceRow {
  const record = createPaymentRecord(account, {
    amount: invoice.amount_remaining,
    currency: invoice.currency,
    customer: invoice.customer as string | null,
    paidAt: account.clock.now(),
    displayName: "Paid out of band",
    reference: null,
  });
  return addPayment(account, invoice, {
    amount: invoice.amount_remaining,
    payment: { payment_record: record.id, type: "payment_record" },
  });
}

/**
 * Attaches money that has already been paid to an invoice, as `invoices.attachPayment` does. If it is less than what
 * is due, the invoice stays open with the rest.
 * @throws ApiError if the invoice is not open, or the payment was not made or belongs to another customer
 */
export function attachPayment(
  account: Account,
  id: string,
  { payment_intent: intentId, payment_record: recordId }: Stripe.InvoiceAttachPaymentParams,
): InvoiceRow {
  const invoice = account.get("invoice", id);
  if (invoice.status !== "open")
    throw invalidRequestError(
      `Payments can only be attached to open invoices, not ${invoice.status} ones.`,
      {
        code: "invoice_not_editable",
      },
    );
  if ((intentId === undefined) === (recordId === undefined))
    throw invalidRequestError("You must pass one of `payment_intent` and `payment_record`.");
  if (recordId !== undefined) {
    const record = account.get("payment_record", recordId, "payment_record");
    return addPayment(account, invoice, {
      amount: record.amount_guaranteed.value,
      payment: { payment_record: record.id, type: "payment_record" },
    });
  }
  const intent = account.get("payment_intent", intentId!, "payment_intent");
  if (intent.status !== "succeeded" || intent.customer !== invoice.customer)
    throw invalidRequestError(
      "The PaymentIntent must have succeeded, and have the customer of the invoice.",
      { param: "payment_intent" },
    );
  return addPayment(account, invoice, {
    amount: intent.amount_received,
    payment: { payment_intent: intent.id, type: "payment_intent" },
  });
}

/** Records a payment. What was to be charged for the whole invoice until now is canceled. */
function addPayment(
  account: Account,
  invoice: InvoiceRow,
  { amount, payment }: { amount: number; payment: Stripe.InvoicePayment.Payment },
): InvoiceRow {
  const paid = Math.min(amount, invoice.amount_remaining);
  cancelInvoicePayments(account, invoice, "automatic");
  const row = account.create("invoice_payment", {
    ...buildInvoicePayment(account, invoice, {
      amount_requested: paid,
      is_default: false,
      payment,
    }),
    amount_paid: paid,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: account.clock.now() },
  });
  account.emit("invoice_payment.paid", "invoice_payment", row);
  const left = account.update("invoice", invoice.id, {
    amount_paid: invoice.amount_paid + paid,
    amount_remaining: invoice.amount_remaining - paid,
  });
  if (left.amount_remaining > 0) {
    account.emit("invoice.updated", "invoice", left, {
      amount_paid: invoice.amount_paid,
      amount_remaining: invoice.amount_remaining,
    });
    return left;
  }
  return settleInvoice(account, left);
}

/** Marks an invoice paid of which nothing is left to pay, and updates its subscription. */
export function settleInvoice(account: Account, invoice: InvoiceRow): InvoiceRow {
  const paid = markInvoicePaid(account, invoice);
  updateSubscriptionAfterPayment(account, paid);
  return paid;
}
