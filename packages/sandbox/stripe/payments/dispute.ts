import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";
import { recordDispute } from "./balance-transaction.ts";
import { settleFraudRecords } from "./fraud.ts";

const daysToRespond = 9;

/** Opens a dispute for the full charge. The bank withdraws the money until it decides. */
export function openDispute(account: Account, chargeId: string, reason: string): Stripe.Dispute {
  const charge = account.update("charge", chargeId, { disputed: true });
  const now = account.clock.now();
  const dispute: Stripe.Dispute = {
    id: newId("dispute"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: chargeId,
    created: now,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: buildEmptyEvidence(charge.billing_details),
    evidence_details: {
      due_by: now + daysToRespond * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: "10.4",
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: "visa",
        case_type: "chargeback",
        network: "visa",
        network_reason_code: "10.4",
      },
      type: "card",
    },
    reason,
    status: "needs_response",
  };
  account.create("dispute", dispute, "charge.dispute.created");
  const withdrawn = account.update("dispute", dispute.id, {
    balance_transactions: [recordDispute(account, dispute, "withdrawn")],
  });
  account.emit("charge.dispute.funds_withdrawn", "dispute", withdrawn);
  settleFraudRecords(account, charge, "disputed");
  return withdrawn;
}

/** Closes a dispute with the bank's decision. Unless it is lost, the money is returned. */
export function closeDispute(
  account: Account,
  dispute: Stripe.Dispute,
  outcome: "won" | "lost" | "warning_closed",
): Stripe.Dispute {
  const closed = account.update(
    "dispute",
    dispute.id,
    { status: outcome, is_charge_refundable: false },
    "charge.dispute.updated",
  );
  account.emit("charge.dispute.closed", "dispute", closed);
  if (outcome === "lost") return closed;
  const reinstated = account.update("dispute", dispute.id, {
    balance_transactions: [
      ...closed.balance_transactions,
      recordDispute(account, dispute, "reinstated"),
    ],
  });
  account.emit("charge.dispute.funds_reinstated", "dispute", reinstated);
  return reinstated;
}

function buildEmptyEvidence(billing: Stripe.Charge.BillingDetails): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: billing.email,
    customer_name: billing.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
