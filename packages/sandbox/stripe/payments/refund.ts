import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { isChargeableAmount } from "../billing/money.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { findTestCard } from "./test-cards.ts";

/** How long a pending or failing refund takes here; at a real bank it takes days. */
const bankDelaySeconds = 5;

interface RefundRequest {
  amount: number | undefined;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
}

/**
 * Refunds the remaining amount of a charge, or `amount` (minor units). Refunds add up in `charge.amount_refunded`.
 * @throws ApiError 400 if the charge cannot be refunded by this amount
 */
export function refundCharge(
  account: Account,
  charge: Stripe.Charge,
  request: RefundRequest,
): Stripe.Refund {
  const refundableAmount = charge.amount - charge.amount_refunded;
  if (charge.status !== "succeeded")
    throw invalidRequestError(
      `This charge (${charge.id}) cannot be refunded because it has not succeeded.`,
      {
        param: "charge",
      },
    );
  if (refundableAmount === 0)
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
  account.create("refund", refund, "refund.created");
  const refundedTotal = charge.amount_refunded + amount;
  account.update(
    "charge",
    charge.id,
    { amount_refunded: refundedTotal, refunded: refundedTotal === charge.amount },
    "charge.refunded",
  );
  if (refundBehavior)
    account.schedule(
      account.clock.now() + bankDelaySeconds,
      refundBehavior === "fails" ? "fail_refund" : "succeed_refund",
      refund.id,
    );
  return refund;
}

/** Marks a pending refund as succeeded. */
export function markRefundSucceeded(account: Account, id: string): void {
  account.update("refund", id, { status: "succeeded" }, "refund.updated");
}

/** Marks a refund as failed and subtracts it from the refunded amount of the charge. */
export function markRefundFailed(account: Account, id: string): void {
  const refund = account.update(
    "refund",
    id,
    { status: "failed", failure_reason: "expired_or_canceled_card" },
    "refund.updated",
  );
  const charge = account.get("charge", refund.charge as string);
  account.update(
    "charge",
    charge.id,
    { amount_refunded: charge.amount_refunded - refund.amount, refunded: false },
    "charge.updated",
  );
  account.emit("refund.failed", "refund", refund);
}
