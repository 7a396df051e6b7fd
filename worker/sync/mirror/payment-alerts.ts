import type Stripe from "stripe";
import { DAY, fromStripeTime } from "../../lib/time.ts";
import { idOf } from "../../stripe/references.ts";
import { isEffectiveRefund, refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import type { AlertRow } from "../../purchases/alerts/store.ts";

/** An alert before it is known which order or subscription its payment is for. */
export type NewAlert = Omit<AlertRow, "mode" | "customerId" | "sourceType" | "sourceId">;

/** Older reviews and failed refunds are not announced: a rebuild would find years of them. */
const MAX_AGE_MS = 90 * DAY;

const paymentOf = (charge: Stripe.Charge) => ({
  stripeChargeId: charge.id,
  stripePaymentIntentId: idOf(charge.payment_intent),
  amountMinor: charge.amount,
  currency: charge.currency,
  closedAt: null,
  closedReason: null,
});

/** @param charge the charge that the warning names */
export function alertFromWarning(
  warning: Stripe.Radar.EarlyFraudWarning,
  charge: Stripe.Charge,
): NewAlert {
  return {
    ...paymentOf(charge),
    id: warning.id,
    kind: "early_fraud_warning",
    detail: warning.fraud_type,
    createdAt: fromStripeTime(warning.created) ?? 0,
  };
}

/**
 * Returns the alerts of a charge: its review if it is open, and its refunds that failed.
 * @param charge with the review and all refunds expanded
 */
export function alertsFromCharge(charge: Stripe.Charge, now: number): NewAlert[] {
  const { review } = charge;
  const alerts: NewAlert[] = refundsOf(charge)
    .filter(({ status }) => status === "failed")
    .map((refund) => ({
      ...paymentOf(charge),
      id: refund.id,
      kind: "failed_refund",
      amountMinor: refund.amount,
      detail: null,
      createdAt: fromStripeTime(refund.created) ?? 0,
    }));
  if (typeof review === "object" && review?.open)
    alerts.push({
      ...paymentOf(charge),
      id: review.id,
      kind: "review",
      detail: review.opened_reason,
      createdAt: fromStripeTime(review.created) ?? 0,
    });
  return alerts.filter(({ createdAt }) => createdAt > now - MAX_AGE_MS);
}

/**
 * Returns why nothing is left to do about an alert, or null. A second payment stays until the team has dismissed it.
 * @param charge the alert's charge, with the review and all refunds expanded
 */
export function findClosedReason(
  alert: Pick<AlertRow, "id" | "kind" | "amountMinor">,
  charge: Stripe.Charge,
): string | null {
  const refunds = refundsOf(charge);
  const isRefunded = sumRefunds(refunds) >= charge.amount_captured;
  switch (alert.kind) {
    case "early_fraud_warning":
      return charge.disputed ? "disputed" : isRefunded ? "refunded" : null;
    case "review":
      return typeof charge.review !== "object" || charge.review === null || charge.review.open
        ? null
        : (charge.review.closed_reason ?? "closed");
    case "failed_refund": {
      const failed = refunds.findIndex(({ id }) => id === alert.id);
      // Newest first: the refunds before it were made later.
      const isMadeAgain = refunds
        .slice(0, Math.max(failed, 0))
        .some((refund) => isEffectiveRefund(refund) && refund.amount >= alert.amountMinor);
      return isRefunded || isMadeAgain ? "refunded" : null;
    }
    case "second_payment":
      return null;
  }
}
