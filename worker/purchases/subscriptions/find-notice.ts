import { HOUR } from "../../lib/time.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { isOver } from "./is-live.ts";
import type { SubscriptionRow } from "./store.ts";

/**
 * What a holder should know or do:
 * - `payment_failed`: the renewal failed and is tried again; access ends at `at` unless one succeeds
 * - `unpaid`: no more tries are made; access is gone until the open invoice is paid
 * - `payment_incomplete`: the first payment waits for its buyer, until `at`
 * - `refunded_duplicate`: it was a second payment for what they had, and was sent back
 */
export type Notice = {
  code: "payment_failed" | "unpaid" | "payment_incomplete" | "refunded_duplicate";
  /** Unix milliseconds. */
  at: number | null;
};

/** Stripe gives up on a first payment after this. */
const INCOMPLETE_MS = 23 * HOUR;

/** The most pressing thing there is to say about a subscription; null where all is well. */
export function noticeOf(sub: SubscriptionRow, policy: AccessPolicy): Notice | null {
  if (sub.duplicateOf !== null) return { code: "refunded_duplicate", at: sub.endedAt };
  if (isOver(sub)) return null;
  switch (sub.status) {
    case "past_due": {
      const grace = (sub.pastDueSince ?? sub.createdAt) + policy.pastDueGraceMs;
      return { code: "payment_failed", at: Math.min(grace, sub.cancelAt ?? Infinity) };
    }
    case "unpaid":
      return { code: "unpaid", at: null };
    case "incomplete":
      return { code: "payment_incomplete", at: sub.createdAt + INCOMPLETE_MS };
    default:
      return null;
  }
}
