import { DAY, HOUR } from "../lib/time.ts";

/** The seller's choices about access. Durations in milliseconds. */
export type AccessPolicy = {
  /** How long a subscription whose renewal failed keeps its access. */
  pastDueGraceMs: number;
  /** How long a period that ended with no news from Stripe keeps its access, while a refresh is forced. */
  lapseGraceMs: number;
  /**
   * The kinds of paused collection (Stripe's `pause_collection.behavior`) that keep access through periods nobody pays
   * for. Under any other kind access lasts as long as what was paid before.
   */
  openWhilePaused: readonly string[];
  /** How collection pauses when a buyer asks for it; null where buyers may not. */
  buyersPause: "void" | "keep_as_draft" | "mark_uncollectible" | null;
};

/**
 * Stripe means `keep_as_draft` and `mark_uncollectible` for a seller who goes on serving and is paid later or not at
 * all, and `void` for a time without service: so do we.
 */
export const defaultPolicy: AccessPolicy = {
  pastDueGraceMs: 14 * DAY,
  lapseGraceMs: 24 * HOUR,
  openWhilePaused: ["keep_as_draft", "mark_uncollectible"],
  buyersPause: "void",
};

/** Why a source gives access or does not. The screens turn it into a sentence. */
export type AccessReason =
  | "order_paid"
  | "order_processing"
  | "order_failed"
  | "order_refunded"
  | "order_disputed"
  | "order_closed"
  | "subscription_trialing"
  | "subscription_active"
  | "subscription_canceling"
  | "subscription_paused"
  | "subscription_past_due"
  | "subscription_disputed"
  | "subscription_lapsed"
  | "subscription_ended"
  | "subscription_inactive"
  | "manual"
  | "comp_ended"
  | "comp_taken_back";

/** `until` is when it ends or ended by itself, null where nothing says so; times in unix milliseconds. */
export type Access = { active: boolean; reason: AccessReason; since: number; until: number | null };

/** Whether a grant gives access at `now`: the grant's own row says it, and nothing else does. */
export function isInForce(
  grant: { revokedAt: number | null; endsAt: number | null },
  now: number,
): boolean {
  return grant.revokedAt === null && (grant.endsAt === null || grant.endsAt > now);
}

type OrderFacts = {
  status: "pending" | "paid" | "partially_refunded" | "refunded" | "disputed" | "failed";
  createdAt: number;
  paidAt: number | null;
  customerDeletedAt: number | null;
};

/**
 * What a one-time purchase gives: a full refund or a dispute takes it away, a partial refund does not. A customer that
 * was deleted at Stripe has nothing any more.
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
  return { active: reason === "order_paid", reason, since, until: null };
}

/** What a gift by the seller gives at `now`: access until its end, unless it is taken back before. */
export function accessFromComp(
  comp: { createdAt: number; endsAt: number | null; endedAt: number | null },
  now: number,
): Access {
  const { createdAt: since, endsAt, endedAt } = comp;
  if (endedAt !== null) return { active: false, reason: "comp_taken_back", since, until: endedAt };
  if (endsAt !== null && endsAt <= now)
    return { active: false, reason: "comp_ended", since, until: endsAt };
  return { active: true, reason: "manual", since, until: endsAt };
}

type SubscriptionFacts = {
  status: string;
  currentPeriodEnd: number | null;
  cancelAt: number | null;
  endedAt: number | null;
  pauseBehavior: string | null;
  pausedFrom: number | null;
  pastDueSince: number | null;
  disputeStatus: string | null;
  createdAt: number;
};

/**
 * Whether a dispute holds access back: an open one suspends, a lost one revokes, a won or withdrawn one does neither.
 * An inquiry (`warning_…`) has moved no money, but is open too. Null is no dispute.
 */
export function isHeldByDispute(status: string | null | undefined): boolean {
  return status != null && status !== "won" && status !== "warning_closed";
}

/** The dispute that decides, of several over one payment: one that holds access back, else the newest. */
export function findDecidingDispute<Dispute extends { status: string }>(
  newestFirst: Dispute[],
): Dispute | undefined {
  return newestFirst.find(({ status }) => isHeldByDispute(status)) ?? newestFirst[0];
}

/** Stripe's word for the dispute that decides; null where there never was one. */
export function decidingDispute(newestFirst: { status: string }[]): string | null {
  return findDecidingDispute(newestFirst)?.status ?? null;
}

/**
 * What a subscription gives at `now`. A scheduled end is exact; a period that merely ran out is given `lapseGraceMs`,
 * since Stripe renews it before it tells us. A status nobody knows gives nothing.
 */
export function accessFromSubscription(
  sub: SubscriptionFacts,
  policy: AccessPolicy,
  now: number,
): Access {
  const since = sub.createdAt;
  const at = (reason: AccessReason, until: number | null): Access => ({
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
  if (isHeldByDispute(sub.disputeStatus))
    return { active: false, reason: "subscription_disputed", since, until: null };
  switch (sub.status) {
    case "trialing":
    case "active": {
      const paid = sub.pauseBehavior === null || policy.openWhilePaused.includes(sub.pauseBehavior);
      if (!paid) {
        const until = sub.pausedFrom ?? sub.currentPeriodEnd;
        const end = Math.min(until ?? Infinity, sub.cancelAt ?? Infinity);
        return at("subscription_paused", end === Infinity ? null : end);
      }
      if (sub.cancelAt !== null) {
        return sub.cancelAt > now
          ? at("subscription_canceling", sub.cancelAt)
          : ended(sub.cancelAt);
      }
      if (sub.currentPeriodEnd === null) return at("subscription_active", null);
      const until = sub.currentPeriodEnd + policy.lapseGraceMs;
      if (sub.currentPeriodEnd <= now) return at("subscription_lapsed", until);
      if (sub.pauseBehavior !== null) return at("subscription_paused", until);
      return at(sub.status === "trialing" ? "subscription_trialing" : "subscription_active", until);
    }
    case "past_due": {
      const grace = (sub.pastDueSince ?? sub.createdAt) + policy.pastDueGraceMs;
      const until = sub.cancelAt === null ? grace : Math.min(grace, sub.cancelAt);
      return at("subscription_past_due", until);
    }
    case "canceled":
      return ended(sub.cancelAt);
    default:
      return { active: false, reason: "subscription_inactive", since, until: null };
  }
}
