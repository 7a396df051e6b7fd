import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { isChargeable } from "../billing/money.ts";
import { invalid } from "../protocol/errors.ts";
import { newId } from "../protocol/ids.ts";
import { findTestCard } from "./test-cards.ts";

/** How long a slow refund takes here; days at a real bank. */
const bankDelaySeconds = 5;

interface RefundRequest {
  amount: number | undefined;
  reason: Stripe.Refund.Reason | null;
  metadata: Stripe.Metadata;
}

/** Gives back all that is left of a charge, or a part. Refunds add up in `charge.amount_refunded`. */
export function refundCharge(
  account: Account,
  charge: Stripe.Charge,
  request: RefundRequest,
): Stripe.Refund {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== "succeeded")
    throw invalid(`This charge (${charge.id}) cannot be refunded because it has not succeeded.`, {
      param: "charge",
    });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: "charge_already_refunded",
    });
  if (
    charge.disputed &&
    account.objects
      .all("dispute", [{ field: "charge", equals: charge.id }])
      .some((dispute) => !dispute.is_charge_refundable)
  ) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  const amount = request.amount ?? left;
  if (amount < 1)
    throw invalid("Invalid positive integer", {
      code: "parameter_invalid_integer",
      param: "amount",
    });
  if (!isChargeable(amount, charge.currency))
    throw invalid(`Amounts in ${charge.currency} must be evenly divisible by 10.`, {
      param: "amount",
    });
  if (amount > left) {
    throw invalid(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: "amount" },
    );
  }
  const method = account.objects.find("payment_method", charge.payment_method ?? "");
  const slow = findTestCard(method?._private.number ?? "")?.refund;
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
    status: slow === "is_pending" ? "pending" : "succeeded",
    transfer_reversal: null,
  };
  account.create("refund", refund);
  const refundedTotal = charge.amount_refunded + amount;
  account.change(
    "charge",
    charge.id,
    { amount_refunded: refundedTotal, refunded: refundedTotal === charge.amount },
    "charge.refunded",
  );
  account.emit("refund.created", "refund", refund);
  if (slow)
    account.schedule(
      account.clock.now() + bankDelaySeconds,
      slow === "fails" ? "fail_refund" : "succeed_refund",
      refund.id,
    );
  return refund;
}

/** A pending refund arrived. */
export function succeedRefund(account: Account, id: string): void {
  account.change("refund", id, { status: "succeeded" }, "refund.updated");
}

/** The buyer's bank sent the money back: the charge counts as less refunded than before. */
export function failRefund(account: Account, id: string): void {
  const refund = account.change(
    "refund",
    id,
    { status: "failed", failure_reason: "expired_or_canceled_card" },
    "refund.updated",
  );
  const charge = account.get("charge", refund.charge as string);
  account.change(
    "charge",
    charge.id,
    { amount_refunded: charge.amount_refunded - refund.amount, refunded: false },
    "charge.updated",
  );
  account.emit("refund.failed", "refund", refund);
}
