import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";

interface RecordedPayment {
  amount: number;
  currency: string;
  customer: string | null;
  /** Unix seconds. */
  paidAt: number;
  /** How it was paid, in the seller's words. */
  displayName: string;
  /** For example the number of a check. */
  reference: string | null;
}

/** Records money that the seller received outside of Stripe. */
export function createPaymentRecord(
  account: Account,
  { amount, currency, customer, paidAt, displayName, reference }: RecordedPayment,
): Stripe.PaymentRecord {
  const money = { currency, value: amount };
  const none = { currency, value: 0 };
  return account.create("payment_record", {
    id: newId("payment_record"),
    object: "payment_record",
    amount: money,
    amount_authorized: none,
    amount_canceled: none,
    amount_failed: none,
    amount_guaranteed: money,
    amount_refunded: none,
    amount_requested: money,
    application: null,
    created: paidAt,
    customer_details: { customer, email: null, name: null, phone: null },
    customer_presence: null,
    description: null,
    latest_payment_attempt_record: null,
    livemode: false,
    metadata: {},
    payment_method_details: {
      billing_details: null,
      custom: { display_name: displayName, type: null },
      payment_method: null,
      type: "custom",
    },
    processor_details: { custom: { payment_reference: reference }, type: "custom" },
    reported_by: "self",
    shipping_details: null,
  });
}
