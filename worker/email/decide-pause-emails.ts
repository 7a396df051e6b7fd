import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/** Whether a subscription is paused because somebody asked for it, and not because a payment failed. */
export function isPaused({
  status,
  pauseReason,
  pauseBehavior,
}: Pick<SubscriptionRow, "status" | "pauseReason" | "pauseBehavior">): boolean {
  return pauseBehavior !== null || (status === "paused" && pauseReason === "pause_requested");
}

/**
 * Returns the email about a pause that started or ended, by the user, by the team, or at Stripe.
 * @param input.since older pauses are not reported
 * @param input.isCharged whether the end of the pause was charged, which has an email of its own
 */
export function decidePauseEmails(
  { before, after }: RowChange<SubscriptionRow>,
  { since, now, isCharged }: { since: number; now: number; isCharged: boolean },
): NewEmail[] {
  if (!before || before.status === "incomplete" || hasEnded(before) || hasEnded(after)) return [];
  const hasStarted = isPaused(after);
  if (isPaused(before) === hasStarted || (after.pausedAt ?? now) <= since) return [];
  if (!hasStarted && (isCharged || after.status !== "active")) return [];
  return [
    {
      kind: "pause",
      // Stripe keeps no time of every pause. The lease lets one sync see a change.
      dedupeKey: `${after.stripeSubscriptionId}:${now}`,
      sourceId: after.id,
      dueAt: now,
      facts: { of: "pause", phase: hasStarted ? "started" : "ended" },
    },
  ];
}
