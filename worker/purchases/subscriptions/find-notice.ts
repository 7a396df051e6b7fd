import { HOUR } from "../../lib/time.ts";
import { isBlockedByDispute, type AccessPolicy } from "../../access/policy.ts";
import { hasEnded } from "./statuses.ts";
import type { SubscriptionRow } from "./store.ts";
import type { TrialRefusal } from "./trials.ts";

/**
 * What the user should know or do:
 * - `payment_failed`: the renewal failed and Stripe retries it; access ends at `at` unless a retry succeeds
 * - `confirmation_required`: the same, but the user must confirm the payment with their bank
 * - `invoice_overdue`: the user has not paid an emailed invoice; access ends at `at` unless they do
 * - `unpaid`: Stripe has stopped retrying; there is no access until the open invoice is paid
 * - `written_off`: the seller has written off an invoice; there is no access until it, or the next one, is paid
 * - `period_voided`: the period's invoice was voided because collection was paused; access returns with the renewal at
 *   `at`
 * - `payment_incomplete`: the user must complete the first payment by `at`
 * - `resumption_unpaid`: it stays paused until its open invoice is paid
 * - `disputed`: the bank disputes a payment; there is no access, and nothing can be changed, until that is settled
 * - `dispute_lost`: the bank has decided for the cardholder; there is no access, but it is still charged until it is
 *   ended
 * - `refunded_duplicate`: this was a duplicate and has been refunded
 * - `canceled_duplicate`: this was a duplicate and has been canceled; nothing was paid, since it was a trial
 * - `trial_refused_user`, `trial_refused_card`: its free trial did not start, since the user or the card had had one;
 *   it was canceled and nothing was charged
 */
export type Notice = {
  code:
    | "payment_failed"
    | "confirmation_required"
    | "invoice_overdue"
    | "unpaid"
    | "written_off"
    | "period_voided"
    | "payment_incomplete"
    | "resumption_unpaid"
    | "disputed"
    | "dispute_lost"
    | "refunded_duplicate"
    | "canceled_duplicate"
    | `trial_refused_${TrialRefusal}`;
  /** Unix milliseconds. */
  at: number | null;
};

const pastDueCodes = {
  retry: "payment_failed",
  confirmation: "confirmation_required",
  manual_payment: "invoice_overdue",
} as const;

/** Stripe expires an incomplete first payment after this time. */
const INCOMPLETE_MS = 23 * HOUR;

/**
 * Returns the most urgent notice about a subscription, or null if there is none.
 * @param details.hasOpenInvoice whether its latest invoice waits to be paid; only Stripe knows it
 */
export function findNotice(
  sub: SubscriptionRow,
  policy: AccessPolicy,
  details: { hasOpenInvoice: boolean } = { hasOpenInvoice: false },
): Notice | null {
  if (sub.duplicateOf !== null) {
    const code = sub.latestPaymentIntentId === null ? "canceled_duplicate" : "refunded_duplicate";
    return { code, at: sub.endedAt };
  }
  if (sub.trialRefused !== null)
    return { code: `trial_refused_${sub.trialRefused}`, at: sub.endedAt };
  if (hasEnded(sub)) return null;
  if (isBlockedByDispute(sub.disputeStatus))
    return { code: sub.disputeStatus === "lost" ? "dispute_lost" : "disputed", at: null };
  if (sub.writtenOffAt !== null) return { code: "written_off", at: null };
  if (sub.pausedFrom !== null && sub.pauseBehavior === null && sub.status === "active")
    return { code: "period_voided", at: sub.currentPeriodEnd };
  switch (sub.status) {
    case "past_due": {
      const graceEnd = (sub.pastDueSince ?? sub.createdAt) + policy.pastDueGraceMs;
      return {
        code: pastDueCodes[sub.paymentNeeds ?? "retry"],
        at: Math.min(graceEnd, sub.cancelAt ?? Infinity),
      };
    }
    case "unpaid":
      return { code: "unpaid", at: null };
    case "paused":
      return details.hasOpenInvoice ? { code: "resumption_unpaid", at: null } : null;
    case "incomplete":
      return { code: "payment_incomplete", at: sub.createdAt + INCOMPLETE_MS };
    default:
      return null;
  }
}
