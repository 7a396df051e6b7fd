import { isOver } from "../../purchases/subscriptions/is-live.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";

/**
 * What happens next to a subscription, and when (unix milliseconds; null where nothing says so):
 * - `renews`, `trial_ends`: it is charged then
 * - `ends`: it was canceled and ends then
 * - `paused`: collection resumes then by itself, or never
 * - `retrying`: the failed payment is tried again then
 * - `incomplete`, `unpaid`: it waits for its buyer to pay
 * - `ended`: it did, then
 * - `unknown`: a status of Stripe's that nobody knows
 */
export type NextStep = {
  kind:
    | "renews"
    | "trial_ends"
    | "ends"
    | "paused"
    | "retrying"
    | "incomplete"
    | "unpaid"
    | "ended"
    | "unknown";
  at: number | null;
  /** What is charged then, as Stripe counts it; null where nothing is, or Stripe did not say. */
  amountMinor: number | null;
};

/** Derived from the mirror alone; `retrying` gets its time, and charges their amounts, from Stripe. */
export function nextStepOf(sub: SubscriptionRow): Omit<NextStep, "amountMinor"> {
  if (isOver(sub)) return { kind: "ended", at: sub.endedAt };
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
      return { kind: "retrying", at: null };
    default:
      return { kind: "unknown", at: null };
  }
}
