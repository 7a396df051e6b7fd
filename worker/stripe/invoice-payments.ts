import type Stripe from "stripe";
import { idOf } from "./references.ts";

/**
 * Returns the id of the payment intent that paid an invoice, or that waits to pay it. Canceled payments don't count,
 * and money that came outside Stripe (`payment_record`) has no payment intent: there is nothing to refund at Stripe.
 * @param invoice with its payments expanded
 */
export function findPaymentIntentId(invoice: Stripe.Invoice): string | null {
  const payments = invoice.payments?.data ?? [];
  const isPaid = payments.some(({ status }) => status === "paid");
  const counted = payments.find(
    ({ status, payment }) => status === (isPaid ? "paid" : "open") && payment.payment_intent,
  );
  return idOf(counted?.payment.payment_intent);
}
