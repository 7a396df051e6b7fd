import { hasEnded, isRunningStatus } from "../purchases/subscriptions/statuses.ts";
import { DAY } from "../lib/time.ts";
import type { GrantRow } from "../access/strategy.ts";
import type { Duplicate } from "../purchases/find-duplicate-purchases.ts";
import { accessFromSubscription, type AccessPolicy } from "../access/policy.ts";
import type { GrantSource } from "../delivery/grants/rewrite-grants.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import type { AlertRow } from "../purchases/alerts/store.ts";
import type { OutboxEmailRow } from "./store.ts";

/**
 * An email to queue. Only one email exists per kind and `dedupeKey`. `dueAt` is the earliest send time, in Unix
 * milliseconds.
 */
export type NewEmail = Pick<OutboxEmailRow, "kind" | "dedupeKey" | "sourceId"> & { dueAt: number };

/** A mirrored row before and after a sync; `before` is undefined for a new row. */
export type RowChange<Row> = { before: Row | undefined; after: Row };

/** What one sync changes for one user. */
export type SyncChanges = {
  orders: RowChange<OrderRow>[];
  subscriptions: RowChange<SubscriptionRow>[];
  /** The sources of grants after the change. */
  sources: GrantSource[];
  /** Second payments that are being refunded. */
  duplicates: Pick<Duplicate, "id" | "stripeId">[];
  /** Refunds that failed since the last sync, with the order or subscription that was refunded. */
  failedRefunds: Pick<AlertRow, "id" | "sourceId" | "createdAt">[];
  /** The user's grants before the change. */
  grants: GrantRow[];
  /** Ids of the checkouts that this shop opened, and of their Checkout Sessions. */
  shopCheckoutIds: ReadonlySet<string>;
  policy: AccessPolicy;
  /** In outage mode, nothing is revoked. */
  outageMode: boolean;
  now: number;
};

/** Older changes are not announced. Stripe also stops retrying webhooks after three days. */
const MAX_EVENT_AGE_MS = 3 * DAY;
/** Bank debits can take weeks to succeed or fail. */
const MAX_PAYMENT_DELAY_MS = 30 * DAY;
/** A refund can fail weeks after it was made. */
const MAX_REFUND_AGE_MS = 30 * DAY;
/** How long before a canceled subscription ends the reminder is sent. */
const END_NOTICE_MS = 3 * DAY;
/** Card networks require a reminder seven days before a trial becomes a paid subscription. */
const TRIAL_NOTICE_MS = 7 * DAY;

/**
 * Returns the emails that a change causes. Sends nothing about a state that was already mirrored, or that a rebuild
 * rediscovers. A pure function of the rows; the same change always produces the same `dedupeKey`.
 */
export function decideEmails(changes: SyncChanges): NewEmail[] {
  const duplicateIds = new Set(changes.duplicates.map(({ id }) => id));
  const orders = changes.orders.filter(({ after }) => isNotDuplicate(after, duplicateIds));
  const subscriptions = changes.subscriptions.filter(({ after }) =>
    isNotDuplicate(after, duplicateIds),
  );
  return [
    ...orders.flatMap((change) => [
      ...orderPurchasedEmails(changes, change),
      ...orderFailedEmails(changes, change),
      ...accessEndedEmails(changes, change.after.id, orderAccessEnd(change.after), () =>
        change.before ? orderAccessEnd(change.before) : undefined,
      ),
    ]),
    ...subscriptions.flatMap((change) => [
      ...trialRefusedEmails(changes, change),
      ...subscriptionStartedEmails(changes, change),
      ...renewalFailedEmails(changes, change),
      ...endingSoonEmails(changes, change.after),
      ...graceEndingEmails(changes, change.after),
      ...accessEndedEmails(
        changes,
        change.after.id,
        subscriptionAccessEnd(changes, change.after),
        () => (change.before ? subscriptionAccessEnd(changes, change.before) : undefined),
      ),
    ]),
    ...changes.duplicates.map(({ id, stripeId }) => ({
      kind: "refunded_duplicate" as const,
      dedupeKey: stripeId,
      sourceId: id,
      dueAt: changes.now,
    })),
    ...changes.failedRefunds.flatMap(({ id, sourceId, createdAt }) =>
      sourceId === null || createdAt <= changes.now - MAX_REFUND_AGE_MS
        ? []
        : [{ kind: "refund_failed" as const, dedupeKey: id, sourceId, dueAt: changes.now }],
    ),
  ];
}

/** A second payment causes only the email about its refund. */
function isNotDuplicate(
  row: { id: string; duplicateOf: string | null },
  duplicateIds: Set<string>,
): boolean {
  return row.duplicateOf === null && !duplicateIds.has(row.id);
}

const paidStatuses = new Set<OrderRow["status"]>(["paid", "partially_refunded"]);
const unpaidStatuses = new Set<OrderRow["status"]>(["pending", "failed"]);

function orderPurchasedEmails(
  changes: SyncChanges,
  { before, after }: RowChange<OrderRow>,
): NewEmail[] {
  if (!paidStatuses.has(after.status) || after.customerDeletedAt !== null) return [];
  const shouldNotify = before
    ? unpaidStatuses.has(before.status) && after.createdAt > changes.now - MAX_PAYMENT_DELAY_MS
    : changes.shopCheckoutIds.has(after.stripeSessionId) &&
      (after.paidAt ?? after.createdAt) > changes.now - MAX_EVENT_AGE_MS;
  if (!shouldNotify) return [];
  const dedupeKey = after.stripeSessionId;
  return [{ kind: "purchase", dedupeKey, sourceId: after.id, dueAt: changes.now }];
}

/** For bank debits, which can fail days after the checkout. */
function orderFailedEmails(
  { now }: SyncChanges,
  { before, after }: RowChange<OrderRow>,
): NewEmail[] {
  if (before?.status !== "pending" || after.status !== "failed") return [];
  const dedupeKey = `${after.stripeSessionId}:failed`;
  return [{ kind: "payment_failed", dedupeKey, sourceId: after.id, dueAt: now }];
}

function trialRefusedEmails(
  { now }: SyncChanges,
  { before, after }: RowChange<SubscriptionRow>,
): NewEmail[] {
  if (after.trialRefused === null || (before && before.trialRefused !== null)) return [];
  if (after.createdAt <= now - MAX_EVENT_AGE_MS) return [];
  const dedupeKey = after.stripeSubscriptionId;
  return [{ kind: "trial_refused", dedupeKey, sourceId: after.id, dueAt: now }];
}

function subscriptionStartedEmails(
  changes: SyncChanges,
  { before, after }: RowChange<SubscriptionRow>,
): NewEmail[] {
  const isNew =
    before?.status === "incomplete" ||
    (!before && changes.shopCheckoutIds.has(after.checkoutId ?? ""));
  if (!isNew || after.endedAt !== null || !isRunningStatus(after.status)) return [];
  if (after.createdAt <= changes.now - MAX_EVENT_AGE_MS) return [];
  const dedupeKey = after.stripeSubscriptionId;
  return [{ kind: "purchase", dedupeKey, sourceId: after.id, dueAt: changes.now }];
}

/** One email per failed renewal, however often Stripe retries the payment. */
function renewalFailedEmails(
  { now }: SyncChanges,
  { before, after }: RowChange<SubscriptionRow>,
): NewEmail[] {
  if (!before || after.endedAt !== null || after.status !== "past_due") return [];
  if (before.status === "past_due" && before.pastDueSince === after.pastDueSince) return [];
  if (after.pastDueSince === null || after.pastDueSince <= now - MAX_EVENT_AGE_MS) return [];
  const dedupeKey = `${after.stripeSubscriptionId}:${after.pastDueSince}`;
  return [{ kind: "payment_failed", dedupeKey, sourceId: after.id, dueAt: now }];
}

/**
 * Queues the email as soon as the end is known, due shortly before it; whether it still applies is checked before
 * sending. Sends none if the user canceled after the notice would have been due.
 */
function endingSoonEmails({ now }: SyncChanges, row: SubscriptionRow): NewEmail[] {
  const end = upcomingEnd(row);
  if (!end || end.at <= now || end.noticeAt <= (row.canceledAt ?? 0)) return [];
  const dueAt = Math.max(end.noticeAt, now);
  const dedupeKey = `${row.stripeSubscriptionId}:${end.at}`;
  return [{ kind: "ending_soon", dedupeKey, sourceId: row.id, dueAt }];
}

/** Queues the email about the end of the grace period in advance, since no event arrives on the day it ends. */
function graceEndingEmails({ policy, now }: SyncChanges, row: SubscriptionRow): NewEmail[] {
  if (row.endedAt !== null || row.status !== "past_due") return [];
  const { active, until } = accessFromSubscription(row, policy, now);
  if (!active || until === null) return [];
  return [{ kind: "access_ended", dedupeKey: graceDedupeKey(row), sourceId: row.id, dueAt: until }];
}

function graceDedupeKey({ stripeSubscriptionId, pastDueSince }: SubscriptionRow): string {
  return `${stripeSubscriptionId}:past_due:${pastDueSince}`;
}

/** Returns the upcoming end or first charge of a subscription, and when to send the reminder. */
function upcomingEnd(row: SubscriptionRow): { at: number; noticeAt: number } | null {
  if (hasEnded(row)) return null;
  if (row.cancelAt !== null) return { at: row.cancelAt, noticeAt: row.cancelAt - END_NOTICE_MS };
  if (row.status !== "trialing" || row.trialEnd === null) return null;
  const length = row.trialEnd - (row.trialStart ?? row.createdAt);
  // For a trial of a week or less, the reminder is sent halfway: the first email has only just stated the price.
  const noticeMs = length > TRIAL_NOTICE_MS ? TRIAL_NOTICE_MS : length / 2;
  return { at: row.trialEnd, noticeAt: Math.floor(row.trialEnd - noticeMs) };
}

/** Access that has ended for good as far as we know. An open dispute or a missing update from Stripe doesn't count. */
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
  { policy, now }: SyncChanges,
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
  if (row.status === "past_due" && !accessFromSubscription(row, policy, now).active)
    return { dedupeKey: graceDedupeKey(row), at: null };
  // Who asks for a pause knows that it ends access.
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
  changes: SyncChanges,
  sourceId: string,
  end: AccessEnd | null,
  endBefore: () => AccessEnd | null | undefined,
): NewEmail[] {
  const source = changes.sources.find(({ id }) => id === sourceId);
  if (!end || changes.outageMode || !source || source.access.active) return [];
  const { now } = changes;
  const activeGrants = changes.grants.filter(
    (grant) => grant.sourceId === sourceId && grant.revokedAt === null,
  );
  const lostAt = Math.max(...activeGrants.map(({ endsAt }) => Math.min(endsAt ?? now, now)));
  const isRevokedNow = lostAt > now - MAX_EVENT_AGE_MS;
  const shouldNotify =
    isRevokedNow || (endBefore() === null && (end.at ?? now) > now - MAX_EVENT_AGE_MS);
  if (!shouldNotify || hasAccessFromOtherSource(changes, source)) return [];
  // Only the first reason is announced: Stripe may cancel a subscription days after its grace period ended.
  const { dedupeKey } = endBefore() ?? end;
  return [{ kind: "access_ended", dedupeKey, sourceId, dueAt: now }];
}

function hasAccessFromOtherSource(
  { sources, grants, now }: SyncChanges,
  ended: GrantSource,
): boolean {
  const accessibleProductIds = new Set([
    ...sources.flatMap(({ access, products }) =>
      access.active ? products.map(({ id }) => id) : [],
    ),
    ...grants
      .filter(({ sourceType }) => sourceType === "manual")
      .filter(({ revokedAt, endsAt }) => revokedAt === null && (endsAt === null || endsAt > now))
      .map(({ productId }) => productId),
  ]);
  return ended.products.every(({ id }) => accessibleProductIds.has(id));
}
