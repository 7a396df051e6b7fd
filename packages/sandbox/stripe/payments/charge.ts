import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import type { PaymentMethodRow } from "../store/rows.ts";
import { toChargeDetails } from "./payment-method.ts";
import type { Decline } from "./test-cards.ts";

interface ChargeAttempt {
  status: "succeeded" | "pending" | "failed";
  authenticated: boolean;
  decline?: Decline;
}

/** What is charged: a payment intent, or what a program asked for without one. */
export type ChargedPayment = Pick<
  Stripe.PaymentIntent,
  | "amount"
  | "capture_method"
  | "currency"
  | "customer"
  | "description"
  | "metadata"
  | "receipt_email"
  | "shipping"
  | "statement_descriptor"
  | "statement_descriptor_suffix"
> & { id: string | null };

/** Creates the charge of one attempt to pay. The caller emits the event. */
export function createCharge(
  account: Account,
  payment: ChargedPayment,
  method: PaymentMethodRow,
  result: ChargeAttempt,
): Stripe.Charge {
  const id = newId("charge");
  const failed = result.status === "failed";
  const captured = !failed && payment.capture_method !== "manual";
  return account.create("charge", {
    id,
    object: "charge",
    amount: payment.amount,
    amount_captured: captured ? payment.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: payment.statement_descriptor ?? "SANDBOX",
    captured,
    created: account.clock.now(),
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.decline?.code ?? null,
    failure_message: result.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: payment.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? "declined_by_network" : "approved_by_network",
      reason: result.decline?.declineCode ?? null,
      risk_level: "normal",
      risk_score: 12,
      seller_message: failed
        ? "The bank did not return any further details with this decline."
        : "Payment complete.",
      type: failed ? "issuer_declined" : "authorized",
    },
    paid: result.status === "succeeded",
    payment_intent: payment.id,
    payment_method: method.id,
    payment_method_details: toChargeDetails(method, result.authenticated),
    receipt_email: payment.receipt_email,
    receipt_number: null,
    receipt_url: failed ? null : `${account.serverUrl}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: payment.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: payment.statement_descriptor,
    statement_descriptor_suffix: payment.statement_descriptor_suffix,
    status: result.status,
    transfer_data: null,
    transfer_group: null,
  });
}
