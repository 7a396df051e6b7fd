import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";

/** The card issuer reports that a charge may be fraudulent. */
export function warnOfFraud(
  account: Account,
  chargeId: string,
  fraudType: string,
): Stripe.Radar.EarlyFraudWarning {
  const charge = account.get("charge", chargeId);
  return account.create(
    "radar.early_fraud_warning",
    {
      id: newId("radar.early_fraud_warning"),
      object: "radar.early_fraud_warning",
      actionable: isActionable(charge),
      charge: chargeId,
      created: account.clock.now(),
      fraud_type: fraudType,
      livemode: false,
      ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
    },
    "radar.early_fraud_warning.created",
  );
}

/** Puts a payment under review, as one of the seller's Radar rules does. */
export function openReview(account: Account, chargeId: string): Stripe.Review {
  const charge = account.get("charge", chargeId);
  const review: Stripe.Review = {
    id: newId("review"),
    object: "review",
    billing_zip: charge.billing_details.address?.postal_code ?? null,
    charge: chargeId,
    closed_reason: null,
    created: account.clock.now(),
    ip_address: null,
    ip_address_location: null,
    livemode: false,
    open: true,
    opened_reason: "rule",
    ...(charge.payment_intent && { payment_intent: charge.payment_intent }),
    reason: "rule",
    session: null,
  };
  account.update("charge", chargeId, { review: review.id });
  if (charge.payment_intent)
    account.update("payment_intent", charge.payment_intent as string, { review: review.id });
  return account.create("review", review, "review.opened");
}

/** Closes a review, if it is open. */
export function closeReview(
  account: Account,
  id: string,
  reason: Stripe.Review.ClosedReason,
): Stripe.Review {
  const review = account.get("review", id);
  if (!review.open) return review;
  const closed = account.update("review", id, { open: false, closed_reason: reason, reason });
  account.emit("review.closed", "review", closed);
  return closed;
}

/** An early fraud warning needs no more action once the charge is disputed or refunded in full. */
const isActionable = (charge: Stripe.Charge) => !charge.disputed && !charge.refunded;

/** Updates the warnings and the review of a charge that was refunded in full or disputed. */
export function settleFraudRecords(
  account: Account,
  charge: Stripe.Charge,
  reason: Stripe.Review.ClosedReason,
): void {
  if (isActionable(charge)) return;
  const warnings = account.objects.findAll("radar.early_fraud_warning", [
    { field: "charge", equals: charge.id },
  ]);
  for (const { id } of warnings)
    account.update(
      "radar.early_fraud_warning",
      id,
      { actionable: false },
      "radar.early_fraud_warning.updated",
    );
  if (charge.review) closeReview(account, charge.review as string, reason);
}
