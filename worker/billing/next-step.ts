import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";

/**
 * What happens next to a subscription, and when (unix milliseconds; null if unknown):
 * - `renews`, `trial_ends`: it is charged at that time
 * - `ends`: it was canceled and ends at that time
 * - `paused`: collection resumes automatically at that time, or never if null
 * - `retrying`: the failed payment is retried at that time
 * - `overdue`: the buyer has to pay the open invoice, or to confirm its payment, by that time
 * - `incomplete`, `unpaid`: the buyer has to pay
 * - `ended`: it ended at that time
 * - `unknown`: Stripe sent a status that we don't know
 */
export type NextStep = {
  kind:
    | "renews"
    | "trial_ends"
    | "ends"
    | "paused"
    | "retrying"
    | "overdue"
    | "incomplete"
    | "unpaid"
    | "ended"
    | "unknown";
  at: number | null;
  /** The next charge or what is overdue, as calculated by Stripe. Null if there is none or Stripe did not answer. */
  amountMinor: number | null;
};

/**
 * Derives the next step from the mirror alone. The times of `retrying` and `overdue` and the amounts are added later.
 */
export function nextStepOf(sub: SubscriptionRow): Omit<NextStep, "amountMinor"> {
  if (hasEnded(sub)) return { kind: "ended", at: sub.endedAt };
  if (sub.status === "paused") return { kind: "paused", at: null };
  if (sub.status === "unpaid" || sub.status === "incomplete") return { kind: sub.status, at: null };
  if (sub.cancelAt !== null) return { kind: "ends", at: sub.cancelAt };
  if (sub.pauseBehavior !== null) return { kind: "paused", at: sub.pauseResumesAt };
  switch (sub.status) {
    case "trialing":
      return { kind: "trial_ends", at: sub.trialEnd ?? sub.currentPeriodEnd };
    case "active":
      return { kind: "renews", at: sub.currentPeriodEnd };
    case "past_due":
      return { kind: sub.paymentNeeds === null ? "retrying" : "overdue", at: null };
    default:
      return { kind: "unknown", at: null };
  }
}
