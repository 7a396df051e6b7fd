import type { accessReasons } from "../db/schema/grants.ts";
import { DAY, HOUR } from "../lib/time.ts";

/** The seller's choices about access. Durations in milliseconds. */
export type AccessPolicy = {
  /** How long a subscription whose renewal failed keeps its access. */
  pastDueGraceMs: number;
  /**
   * How long access continues after a period ended and Stripe has not reported a renewal; a sync is forced meanwhile.
   */
  lapseGraceMs: number;
  /**
   * The values of Stripe's `pause_collection.behavior` under which access continues through unpaid periods. Under any
   * other value, access ends with the last paid period.
   */
  openWhilePaused: readonly string[];
  /**
   * What happens to invoices when a user pauses their own subscription; null if users may not pause. If `void` is not
   * in `openWhilePaused`, the service stops, so the subscription itself is paused and not only its collection.
   */
  buyersPause: "void" | "keep_as_draft" | "mark_uncollectible" | null;
};

/**
 * Follows Stripe's intended use: with `keep_as_draft` and `mark_uncollectible` the service continues and is paid later
 * or never; with `void` the service stops.
 */
export const defaultPolicy = {
  pastDueGraceMs: 14 * DAY,
  lapseGraceMs: 24 * HOUR,
  openWhilePaused: ["keep_as_draft", "mark_uncollectible"],
  buyersPause: "void",
} as const satisfies AccessPolicy;

/** Whether a user's pause ends access at once and credits the unused time, instead of only pausing the collection. */
export function stopsServiceOnPause({ buyersPause, openWhilePaused }: AccessPolicy): boolean {
  return buyersPause === "void" && !openWhilePaused.includes(buyersPause);
}

/** Why a source gives access or not. The screens turn it into a sentence. */
export type AccessReason = (typeof accessReasons)[number];

/** `until` is the known end of the access, past or future; null if none is known. Times in unix milliseconds. */
export type Access = { active: boolean; reason: AccessReason; since: number; until: number | null };

type OrderFacts = {
  status: "pending" | "paid" | "partially_refunded" | "refunded" | "disputed" | "failed";
  createdAt: number;
  paidAt: number | null;
  customerDeletedAt: number | null;
  /** Set if it is for somebody else. */
  giftId: string | null;
};

/**
 * Returns the access that a one-time purchase gives to its buyer: none if it is a gift. A full refund, a dispute or the
 * deletion of the Stripe customer ends it; a partial refund does not.
 */
export function accessFromOrder(order: OrderFacts): Access {
  const since = order.paidAt ?? order.createdAt;
  if (order.customerDeletedAt !== null)
    return { active: false, reason: "order_closed", since, until: order.customerDeletedAt };
  const reasons = {
    pending: "order_processing",
    paid: "order_paid",
    partially_refunded: "order_paid",
    refunded: "order_refunded",
    disputed: "order_disputed",
    failed: "order_failed",
  } as const;
  const reason = reasons[order.status];
  const active = reason === "order_paid" && order.giftId === null;
  return { active, reason, since, until: null };
}

/** Returns the access that a gift gives at `now`: until its end, unless it was revoked earlier. */
export function accessFromGift(
  gift: { createdAt: number; endsAt: number | null; endedAt: number | null },
  now: number,
): Access {
  const { createdAt: since, endsAt, endedAt } = gift;
  if (endedAt !== null) return { active: false, reason: "gift_revoked", since, until: endedAt };
  if (endsAt !== null && endsAt <= now)
    return { active: false, reason: "gift_ended", since, until: endsAt };
  return { active: true, reason: "gift", since, until: endsAt };
}

type SubscriptionFacts = {
  status: string;
  currentPeriodEnd: number | null;
  cancelAt: number | null;
  endedAt: number | null;
  pauseBehavior: string | null;
  pausedFrom: number | null;
  pausedAt: number | null;
  pauseReason: string | null;
  pastDueSince: number | null;
  writtenOffAt: number | null;
  disputeStatus: string | null;
  createdAt: number;
};

/**
 * Returns whether a dispute blocks access. An open or lost dispute does; a won or withdrawn one does not. An inquiry
 * (`warning_…`) has moved no money yet, but counts as open. Null means no dispute.
 */
export function isBlockedByDispute(status: string | null | undefined): boolean {
  return status != null && status !== "won" && status !== "warning_closed";
}

/** Returns the dispute of a payment that decides about access: the newest that blocks it, otherwise the newest. */
export function findDecidingDispute<Dispute extends { status: string }>(
  newestFirst: Dispute[],
): Dispute | undefined {
  return newestFirst.find(({ status }) => isBlockedByDispute(status)) ?? newestFirst[0];
}

/** Returns Stripe's status of the deciding dispute; null if there are no disputes. */
export function findDecidingDisputeStatus(newestFirst: { status: string }[]): string | null {
  return findDecidingDispute(newestFirst)?.status ?? null;
}

/**
 * Whether the present period will not be paid: its invoice was written off, or voided because collection was paused.
 * Stripe calls such a subscription active, and would credit the unused time of the period.
 */
export function isPeriodUnpaid(
  sub: Pick<SubscriptionFacts, "pausedFrom" | "writtenOffAt">,
): boolean {
  return sub.writtenOffAt !== null || sub.pausedFrom !== null;
}

/**
 * Returns the access that a subscription gives at `now`. A written-off invoice ends it, whatever Stripe's status is,
 * until a period is paid again. A scheduled end applies exactly. A period that ended without
 * one gets `lapseGraceMs`, because Stripe reports renewals with a delay. Unknown statuses give no access.
 */
export function accessFromSubscription(
  sub: SubscriptionFacts,
  policy: AccessPolicy,
  now: number,
): Access {
  const since = sub.createdAt;
  const accessUntil = (reason: AccessReason, until: number | null): Access => ({
    active: until === null || until > now,
    reason,
    since,
    until,
  });
  const ended = (until: number | null): Access => ({
    active: false,
    reason: "subscription_ended",
    since,
    until,
  });

  if (sub.endedAt !== null) return ended(sub.endedAt);
  if (isBlockedByDispute(sub.disputeStatus))
    return { active: false, reason: "subscription_disputed", since, until: null };
  if (sub.writtenOffAt !== null && (sub.status === "active" || sub.status === "past_due"))
    return { active: false, reason: "subscription_inactive", since, until: sub.writtenOffAt };
  switch (sub.status) {
    case "trialing":
    case "active": {
      // Only a pause with `void` leaves `pausedFrom` behind when it ends, for the period that it voided.
      const pause = sub.pauseBehavior ?? (sub.pausedFrom === null ? null : "void");
      if (pause !== null && !policy.openWhilePaused.includes(pause)) {
        const until = sub.pausedFrom ?? sub.currentPeriodEnd;
        const end = Math.min(until ?? Infinity, sub.cancelAt ?? Infinity);
        return accessUntil("subscription_paused", end === Infinity ? null : end);
      }
      if (sub.cancelAt !== null) {
        return sub.cancelAt > now
          ? accessUntil("subscription_canceling", sub.cancelAt)
          : ended(sub.cancelAt);
      }
      if (sub.currentPeriodEnd === null) return accessUntil("subscription_active", null);
      const until = sub.currentPeriodEnd + policy.lapseGraceMs;
      if (sub.currentPeriodEnd <= now) return accessUntil("subscription_lapsed", until);
      if (sub.pauseBehavior !== null) return accessUntil("subscription_paused", until);
      return accessUntil(
        sub.status === "trialing" ? "subscription_trialing" : "subscription_active",
        until,
      );
    }
    case "past_due": {
      const graceEnd = (sub.pastDueSince ?? sub.createdAt) + policy.pastDueGraceMs;
      const until = sub.cancelAt === null ? graceEnd : Math.min(graceEnd, sub.cancelAt);
      return accessUntil("subscription_past_due", until);
    }
    case "canceled":
      return ended(sub.cancelAt);
    case "paused":
      // Stripe also pauses when a trial ends without a card or a renewal fails. Those pauses mean an unpaid invoice.
      return {
        active: false,
        reason:
          sub.pauseReason === "pause_requested" ? "subscription_paused" : "subscription_inactive",
        since,
        until: sub.pausedAt,
      };
    default:
      return { active: false, reason: "subscription_inactive", since, until: null };
  }
}
