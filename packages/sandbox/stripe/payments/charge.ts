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

/** Creates the charge of one attempt of a payment intent. The caller emits the event. */
export function createCharge(
  account: Account,
  intent: Stripe.PaymentIntent,
  method: PaymentMethodRow,
  result: ChargeAttempt,
): Stripe.Charge {
  const id = newId("charge");
  const failed = result.status === "failed";
  const captured = !failed && intent.capture_method !== "manual";
  return account.create("charge", {
    id,
    object: "charge",
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: intent.statement_descriptor ?? "SANDBOX",
    captured,
    created: account.clock.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: result.decline?.code ?? null,
    failure_message: result.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
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
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: toChargeDetails(method, result.authenticated),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: failed ? null : `${account.serverUrl}/receipts/${id}`,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: null,
    status: result.status,
    transfer_data: null,
    transfer_group: null,
  });
}
