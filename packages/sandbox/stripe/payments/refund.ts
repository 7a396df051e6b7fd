import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { isChargeableAmount } from "../money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { recordFailedRefund, recordRefund } from "./balance-transaction.ts";
import { settleFraudRecords } from "./fraud.ts";
import { findTestCard } from "./test-cards.ts";

/** How long a pending or failing refund takes here; at a real bank it takes days. */
const bankDelaySeconds = 5;

interface RefundRequest {
  amount: number | undefined;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
}

/**
 * Refunds the remaining amount of a charge, or `amount` (minor units). The refunds that did not fail add up in
 * `charge.amount_refunded`.
 * @throws ApiError 400 if the charge cannot be refunded by this amount
 */
export function refundCharge(
  account: Account,
  charge: Stripe.Charge,
  request: RefundRequest,
): Stripe.Refund {
  // Without an intent, a refund releases what is held.
  const isHeld = charge.status === "succeeded" && !charge.captured;
  const total = isHeld ? charge.amount : charge.amount_captured;
  const refundableAmount = isHeld && charge.refunded ? 0 : total - sumRefunds(account, charge.id);
  if (isHeld && charge.payment_intent)
    throw invalidRequestError(
      `This PaymentIntent (${String(charge.payment_intent)}) does not have a successful charge to refund.`,
      { param: "payment_intent" },
    );
  if (charge.status !== "succeeded")
    throw invalidRequestError(
      `This charge (${charge.id}) cannot be refunded because it has not succeeded.`,
      {
        param: "charge",
      },
    );
  const isFinal = account.objects
    .findAll("refund", [{ field: "charge", equals: charge.id }])
    .some(({ _isFinal }) => _isFinal);
  if (refundableAmount === 0 || isFinal)
    throw invalidRequestError(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  if (
    charge.disputed &&
    account.objects
      .findAll("dispute", [{ field: "charge", equals: charge.id }])
      .some((dispute) => !dispute.is_charge_refundable)
  ) {
    throw invalidRequestError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const amount = request.amount ?? refundableAmount;
  if (isHeld && amount < total)
    throw invalidRequestError(
      "You cannot partially refund an uncaptured charge. Instead, capture the charge for an amount less than the original amount.",
      { param: "amount" },
    );
  if (amount < 1)
    throw invalidRequestError("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (!isChargeableAmount(amount, charge.currency))
    throw invalidRequestError(`Amounts in ${charge.currency} must be evenly divisible by 10.`, {
      param: "amount",
    });
  if (amount > refundableAmount) {
    throw invalidRequestError(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${refundableAmount})`,
      { param: "amount" },
    );
  }
  const method = account.objects.find("payment_method", charge.payment_method ?? "");
  const refundBehavior = findTestCard(method?._private.number ?? "")?.refund;
  const refund: Stripe.Refund = {
    id: newId("refund"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: account.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: "pending",
        reference_type: "acquirer_reference_number",
        type: "refund",
      },
      type: "card",
    },
    metadata: request.metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: request.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refundBehavior === "is_pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  };
  if (refund.status === "succeeded" && !isHeld)
    refund.balance_transaction = recordRefund(account, refund);
  account.create("refund", refund, "refund.created");
  const refundedTotal = sumRefunds(account, charge.id);
  const refunded = account.update(
    "charge",
    charge.id,
    {
      amount_refunded: refundedTotal,
      refunded: refundedTotal === total,
      ...(request.reason === "fraudulent" && { fraud_details: { user_report: "fraudulent" } }),
    },
    "charge.refunded",
  );
  if (refundBehavior)
    account.schedule(
      account.clock.now() + bankDelaySeconds,
      refundBehavior === "fails" ? "fail_refund" : "succeed_refund",
      refund.id,
    );
  settleFraudRecords(
    account,
    refunded,
    request.reason === "fraudulent" ? "refunded_as_fraud" : "refunded",
  );
  return refund;
}

/** Marks a pending refund as succeeded. */
export function markRefundSucceeded(account: Account, id: string): void {
  const pending = account.get("refund", id);
  if (pending.status !== "pending") return;
  account.update(
    "refund",
    id,
    {
      status: "succeeded",
      ...(account.get("charge", pending.charge as string).captured && {
        balance_transaction: recordRefund(account, pending),
      }),
    },
    "refund.updated",
  );
}

/**
 * Marks a refund as failed. The charge keeps `amount_refunded` and `refunded`, since the documents don't say that they
 * fall. What can be refunded follows from the refunds themselves, so another attempt is possible.
 * @param isFinal whether Stripe refuses other attempts, as the documents can also be read
 */
export function markRefundFailed(account: Account, id: string, isFinal = false): void {
  const pending = account.get("refund", id);
  if (pending.status === "failed") return;
  const refund = account.update(
    "refund",
    id,
    {
      status: "failed",
      failure_reason: "expired_or_canceled_card",
      ...(isFinal && { _isFinal: true as const }),
      ...(pending.balance_transaction && {
        failure_balance_transaction: recordFailedRefund(account, pending),
      }),
    },
    "refund.updated",
  );
  account.emit("refund.failed", "refund", refund);
}

/** Sums the refunds of a charge that neither failed nor were canceled. */
function sumRefunds(account: Account, charge: string): number {
  return account.objects
    .findAll("refund", [{ field: "charge", equals: charge }])
    .filter(({ status }) => status !== "failed" && status !== "canceled")
    .reduce((sum, { amount }) => sum + amount, 0);
}
