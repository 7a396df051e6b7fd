/**
 * How many days cron keeps each kind of data after the end of its use, or the variable of the deployment that says it. A
 * part of the retention schedule (retention.ts), and all that the Worker needs of it.
 */
export const retentionDays = {
  sessions: 0,
  sign_in: 0,
  sign_in_counts: 1 / 24,
  checkout_links: 30,
  unclaimed_gifts: 30,
  // Claims from a contract end after three years in most countries.
  unmatched_statements: 3 * 365,
  stripe_events: "EVENT_DAYS",
  stripe_payloads: "EVENT_PAYLOAD_DAYS",
  delivered_webhooks: 30,
  // As long as the feed keeps events by default: a failed delivery can be retried while its event exists.
  failed_webhooks: 90,
  api_answers: 1,
  // Emails are tried for a day, and digests reach back three.
  notifications: 30,
  rendered_texts: 90,
} as const;

/** A kind that cron deletes some time after the end of its use. */
export type ExpiringKind = keyof typeof retentionDays;

/** The days that variables of the deployment choose. */
export type ChosenDays = { EVENT_DAYS: number; EVENT_PAYLOAD_DAYS: number };

/** How many days a kind is kept after the end of its use. */
export function daysKept(kind: ExpiringKind, chosen: ChosenDays): number {
  const days = retentionDays[kind];
  return typeof days === "number" ? days : chosen[days];
}
