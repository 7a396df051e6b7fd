import { accessFromSubscription, type AccessPolicy } from "../access/policy.ts";
import type { GrantRow } from "../access/strategy.ts";
import type { GrantSource } from "../delivery/grants/rewrite-grants.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/** What the emails about ended access are decided from. Ends before `since` are not announced. */
export type EndChanges = {
  /** The sources of grants after the change. */
  sources: GrantSource[];
  /** The user's grants before the change. */
  grants: GrantRow[];
  policy: AccessPolicy;
  /** In outage mode, nothing is revoked. */
  outageMode: boolean;
  now: number;
  since: number;
};

/** Returns the email about an order that no longer gives access. */
export function decideOrderEndEmails(
  changes: EndChanges,
  { before, after }: RowChange<OrderRow>,
): NewEmail[] {
  // The buyer of a gift had no access to it. Whoever has it gets an email about the gift.
  if (after.giftId !== null) return [];
  return accessEndedEmails(changes, after.id, orderAccessEnd(after), () =>
    before ? orderAccessEnd(before) : undefined,
  );
}

/** Returns the email about a subscription that no longer gives access, or about the end of its grace period. */
export function decideSubscriptionEndEmails(
  changes: EndChanges,
  { before, after }: RowChange<SubscriptionRow>,
): NewEmail[] {
  return [
    ...graceEndingEmails(changes, after),
    ...accessEndedEmails(changes, after.id, subscriptionAccessEnd(changes, after), () =>
      before ? subscriptionAccessEnd(changes, before) : undefined,
    ),
  ];
}

/** Queues the email about the end of the grace period in advance, since no event arrives on the day it ends. */
function graceEndingEmails({ policy, now }: EndChanges, row: SubscriptionRow): NewEmail[] {
  if (row.endedAt !== null || row.status !== "past_due") return [];
  const { active, until } = accessFromSubscription(row, policy, now);
  if (!active || until === null) return [];
  return [{ kind: "access_ended", dedupeKey: graceDedupeKey(row), sourceId: row.id, dueAt: until }];
}

function graceDedupeKey({ stripeSubscriptionId, pastDueSince }: SubscriptionRow): string {
  return `${stripeSubscriptionId}:past_due:${pastDueSince}`;
}

/**
 * Access that has ended and will not return by itself. An open dispute or a missing update from Stripe doesn't count.
 */
type AccessEnd = { dedupeKey: string; at: number | null };

function orderAccessEnd(row: OrderRow): AccessEnd | null {
  const createEnd = (reason: string, at: number | null): AccessEnd => ({
    dedupeKey: `${row.stripeSessionId}:${reason}`,
    at,
  });
  if (row.customerDeletedAt !== null) return createEnd("closed", row.customerDeletedAt);
  if (row.status === "refunded")
    return createEnd(
      row.refundedAt === null ? "refunded" : `refunded:${row.refundedAt}`,
      row.refundedAt,
    );
  if (row.disputeStatus === "lost" && row.status === "disputed")
    return createEnd("dispute_lost", null);
  return null;
}

function subscriptionAccessEnd(
  { policy, now }: EndChanges,
  row: SubscriptionRow,
): AccessEnd | null {
  const createEnd = (reason: string, at: number | null): AccessEnd => ({
    dedupeKey: `${row.stripeSubscriptionId}:${reason}`,
    at,
  });
  if (row.status === "incomplete" || row.status === "incomplete_expired") return null;
  // It never gave access.
  if (row.trialRefused !== null) return null;
  if (row.endedAt !== null) return createEnd(`ended:${row.endedAt}`, row.endedAt);
  if (row.disputeStatus === "lost") return createEnd("dispute_lost", null);
  const isOwing = row.status === "past_due" || row.writtenOffAt !== null;
  if (isOwing && !accessFromSubscription(row, policy, now).active)
    return { dedupeKey: graceDedupeKey(row), at: null };
  // No email after a pause that the user asked for.
  const isPausedByPayment = row.status === "paused" && row.pauseReason !== "pause_requested";
  if (row.status === "unpaid" || isPausedByPayment)
    return createEnd(`${row.status}:${row.currentPeriodStart}`, null);
  return null;
}

/**
 * Returns the email about access that this change revokes, or that was suspended and is now lost. Returns none if the
 * user has the same products from another source.
 * @param endBefore returns undefined for a new row
 */
function accessEndedEmails(
  changes: EndChanges,
  sourceId: string,
  end: AccessEnd | null,
  endBefore: () => AccessEnd | null | undefined,
): NewEmail[] {
  const source = changes.sources.find(({ id }) => id === sourceId);
  if (!end || changes.outageMode || !source || source.access.active) return [];
  const { now, since } = changes;
  const activeGrants = changes.grants.filter(
    (grant) => grant.sourceId === sourceId && grant.revokedAt === null,
  );
  const lostAt = Math.max(...activeGrants.map(({ endsAt }) => Math.min(endsAt ?? now, now)));
  const isRevokedNow = lostAt > since;
  const shouldNotify = isRevokedNow || (endBefore() === null && (end.at ?? now) > since);
  if (!shouldNotify || hasAccessFromOtherSource(changes, source)) return [];
  // Only the first reason is announced: Stripe may cancel a subscription days after its grace period ended.
  const { dedupeKey } = endBefore() ?? end;
  return [{ kind: "access_ended", dedupeKey, sourceId, dueAt: now }];
}

/** Whether the user has access to everything in a source from elsewhere. */
export function hasAccessFromOtherSource(
  { sources, grants, now }: Pick<EndChanges, "sources" | "grants" | "now">,
  ended: GrantSource,
): boolean {
  const accessibleProductIds = new Set([
    ...sources.flatMap(({ access, products }) =>
      access.active ? products.flatMap(({ id, isRefunded }) => (isRefunded ? [] : id)) : [],
    ),
    ...grants
      .filter(({ sourceType }) => sourceType === "gift")
      .filter(({ revokedAt, endsAt }) => revokedAt === null && (endsAt === null || endsAt > now))
      .map(({ productId }) => productId),
  ]);
  return ended.products.every(({ id }) => accessibleProductIds.has(id));
}
