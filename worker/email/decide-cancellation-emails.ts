import { hasEnded } from "../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/**
 * Returns the email about a cancellation that was scheduled or undone, by the user, by the team, or at Stripe. An
 * immediate end is announced as the end of access instead.
 * @param input.since older changes are not announced
 */
export function decideCancellationEmails(
  { before, after }: RowChange<SubscriptionRow>,
  { since, now }: { since: number; now: number },
): NewEmail[] {
  if (!before || hasEnded(before) || hasEnded(after) || after.status === "incomplete") return [];
  const email = (kind: NewEmail["kind"], canceled: SubscriptionRow): NewEmail => ({
    kind,
    dedupeKey: toKey(canceled),
    sourceId: after.id,
    dueAt: now,
  });
  if (before.cancelAt === null && after.cancelAt !== null && after.cancelAt > now)
    return (after.canceledAt ?? now) > since ? [email("cancellation", after)] : [];
  // Stripe keeps no time of the undoing. An end that was due long ago was undone long ago.
  if (before.cancelAt !== null && after.cancelAt === null && before.cancelAt > since)
    return [email("cancellation_undone", before)];
  return [];
}

/** Each cancellation has its own time at Stripe, so it identifies the cancellation. */
function toKey({ stripeSubscriptionId, canceledAt, cancelAt }: SubscriptionRow): string {
  return `${stripeSubscriptionId}:${canceledAt ?? cancelAt}`;
}
