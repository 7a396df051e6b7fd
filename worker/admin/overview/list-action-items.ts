import { MINUTE } from "../../lib/time.ts";
import type { ActionItemFacts } from "./action-items.query.ts";

/** A problem that the seller should act on. `count` is capped at 100. */
export type ActionItem =
  | {
      kind:
        | "foreign_key"
        | "missed_checkouts"
        | "dead_events"
        | "open_statements"
        | "past_due"
        | "waiting_for_keys"
        | "untaken_purchases"
        | "not_pushed"
        | "stopped_endpoints"
        | "drift";
      count: number;
    }
  /** `since`: creation time of the latest event, in unix milliseconds; null if no event ever arrived. */
  | { kind: "webhook_silence"; since: number | null };

/** Stripe delivers within seconds. An event that is later than this came from the hourly backfill. */
const LATE_MS = 10 * MINUTE;

/** Returns what needs the seller's attention, most severe first. */
export function listActionItems(facts: ActionItemFacts, now: number): ActionItem[] {
  const counted = [
    { kind: "foreign_key" as const, count: facts.foreignKey },
    { kind: "missed_checkouts" as const, count: facts.missedCheckouts },
    { kind: "dead_events" as const, count: facts.deadEvents },
    { kind: "not_pushed" as const, count: facts.notPushed },
    { kind: "stopped_endpoints" as const, count: facts.stoppedEndpoints },
    { kind: "open_statements" as const, count: facts.openStatements },
    { kind: "past_due" as const, count: facts.pastDue },
    { kind: "waiting_for_keys" as const, count: facts.waitingForKeys },
    { kind: "untaken_purchases" as const, count: facts.untakenPurchases },
    { kind: "drift" as const, count: facts.drifted ?? 0 },
  ].filter(({ count }) => count > 0);
  return areWebhooksSilent(facts, now)
    ? [{ kind: "webhook_silence", since: facts.lastEventCreatedAt }, ...counted]
    : counted;
}

/** True if the latest event arrived late, or a payment was made and no event arrived for it. */
function areWebhooksSilent(facts: ActionItemFacts, now: number): boolean {
  const {
    lastEventCreatedAt: eventCreatedAt,
    lastEventReceivedAt: eventReceivedAt,
    lastPaymentAt: lastPaidAt,
  } = facts;
  if (
    eventCreatedAt !== null &&
    eventReceivedAt !== null &&
    eventReceivedAt - eventCreatedAt > LATE_MS
  )
    return true;
  return (
    lastPaidAt !== null &&
    now - lastPaidAt > LATE_MS &&
    (eventCreatedAt === null || lastPaidAt - eventCreatedAt > LATE_MS)
  );
}
