import { MINUTE } from "../../lib/time.ts";
import type { Signs } from "./store.ts";

/** Something for the seller to act on. `count` is 100 where there are a hundred or more. */
export type Attention =
  | {
      kind: "dead_events" | "past_due" | "waiting_for_keys" | "not_pushed" | "drift";
      count: number;
    }
  /** When the last event came in time, in unix milliseconds; null where none ever did. */
  | { kind: "webhook_silence"; since: number | null };

/** Stripe delivers within seconds; what comes this late came by the hourly backfill. */
const LATE_MS = 10 * MINUTE;

/** What needs the seller now, the gravest first. */
export function listAttention(signs: Signs, now: number): Attention[] {
  const counted = [
    { kind: "dead_events" as const, count: signs.deadEvents },
    { kind: "not_pushed" as const, count: signs.notPushed },
    { kind: "past_due" as const, count: signs.pastDue },
    { kind: "waiting_for_keys" as const, count: signs.waitingForKeys },
    { kind: "drift" as const, count: signs.drifted ?? 0 },
  ].filter(({ count }) => count > 0);
  return isSilent(signs, now)
    ? [{ kind: "webhook_silence", since: signs.lastEventCreatedAt }, ...counted]
    : counted;
}

/** The latest event came late, or money came in and no event told of it. */
function isSilent(signs: Signs, now: number): boolean {
  const { lastEventCreatedAt: told, lastEventReceivedAt: heard, lastPaymentAt: paid } = signs;
  if (told !== null && heard !== null && heard - told > LATE_MS) return true;
  return paid !== null && now - paid > LATE_MS && (told === null || paid - told > LATE_MS);
}
