import { DAY } from "../lib/time.ts";
import type { GrantRow } from "../access/strategy.ts";
import type { Duplicate } from "../purchases/find-duplicate-purchases.ts";
import { accessFromSubscription, type AccessPolicy } from "../access/policy.ts";
import type { GrantSource } from "../delivery/grants/rewrite-grants.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { isOver } from "../purchases/subscriptions/is-live.ts";
import type { MailRow } from "./store.ts";

/** A mail to be written: `about` makes it one, `dueAt` is when it may be sent (unix milliseconds). */
export type NewMail = Pick<MailRow, "kind" | "about" | "sourceId"> & { dueAt: number };

/** A mirrored row as it was and as it becomes; `before` is undefined for what was not there. */
export type Change<Row> = { before: Row | undefined; after: Row };

/** What one sync changes for one person. */
export type Changes = {
  orders: Change<OrderRow>[];
  subscriptions: Change<SubscriptionRow>[];
  /** What gives access after the change, and what it gives. */
  sources: GrantSource[];
  /** Second payments that are being sent back. */
  duplicates: Pick<Duplicate, "id" | "stripeId">[];
  /** The person's grants as they were. */
  grants: GrantRow[];
  /** Ids of the checkouts that this shop opened, and of their sessions at Stripe. */
  ownPurchases: ReadonlySet<string>;
  policy: AccessPolicy;
  /** Nothing is being taken away now. */
  isFrozen: boolean;
  now: number;
};

/** What happened longer ago is no news: Stripe itself gives up telling us after three days. */
const NEWS_MS = 3 * DAY;
/** A bank may answer weeks after the purchase. */
const SLOW_PAYMENT_MS = 30 * DAY;
/** How long before its end a canceled subscription is spoken of. */
const END_NOTICE_MS = 3 * DAY;
/** Card networks ask for a reminder seven days before a trial turns into a charge. */
const TRIAL_NOTICE_MS = 7 * DAY;

/**
 * What a buyer is to be told of a change, and nothing else: what was so before is not told, nor what a shop that is
 * built anew finds out again. A pure function of the rows; the same change decided twice gives the same `about`.
 */
export function decideMails(changes: Changes): NewMail[] {
  const sentBack = new Set(changes.duplicates.map(({ id }) => id));
  const orders = changes.orders.filter(({ after }) => isFirst(after, sentBack));
  const subscriptions = changes.subscriptions.filter(({ after }) => isFirst(after, sentBack));
  return [
    ...orders.flatMap((change) => [
      ...orderPurchased(changes, change),
      ...orderFailed(changes, change),
      ...accessEnded(changes, change.after.id, endOfOrder(change.after), () =>
        change.before ? endOfOrder(change.before) : undefined,
      ),
    ]),
    ...subscriptions.flatMap((change) => [
      ...subscriptionBegan(changes, change),
      ...renewalFailed(changes, change),
      ...endingSoon(changes, change.after),
      ...graceEnding(changes, change.after),
      ...accessEnded(changes, change.after.id, endOfSubscription(changes, change.after), () =>
        change.before ? endOfSubscription(changes, change.before) : undefined,
      ),
    ]),
    ...changes.duplicates.map(({ id, stripeId }) => ({
      kind: "refunded_duplicate" as const,
      about: stripeId,
      sourceId: id,
      dueAt: changes.now,
    })),
  ];
}

/** A second payment is told of as such, and in no other way. */
function isFirst(row: { id: string; duplicateOf: string | null }, sentBack: Set<string>): boolean {
  return row.duplicateOf === null && !sentBack.has(row.id);
}

const paid = new Set<OrderRow["status"]>(["paid", "partially_refunded"]);
const unpaid = new Set<OrderRow["status"]>(["pending", "failed"]);

function orderPurchased(changes: Changes, { before, after }: Change<OrderRow>): NewMail[] {
  if (!paid.has(after.status) || after.customerDeletedAt !== null) return [];
  const isNews = before
    ? unpaid.has(before.status) && after.createdAt > changes.now - SLOW_PAYMENT_MS
    : changes.ownPurchases.has(after.stripeSessionId) &&
      (after.paidAt ?? after.createdAt) > changes.now - NEWS_MS;
  if (!isNews) return [];
  const about = after.stripeSessionId;
  return [{ kind: "purchase", about, sourceId: after.id, dueAt: changes.now }];
}

/** A bank that refused days after the buyer had left. */
function orderFailed({ now }: Changes, { before, after }: Change<OrderRow>): NewMail[] {
  if (before?.status !== "pending" || after.status !== "failed") return [];
  const about = `${after.stripeSessionId}:failed`;
  return [{ kind: "payment_failed", about, sourceId: after.id, dueAt: now }];
}

const begun = new Set(["trialing", "active"]);

function subscriptionBegan(
  changes: Changes,
  { before, after }: Change<SubscriptionRow>,
): NewMail[] {
  const isNew =
    before?.status === "incomplete" ||
    (!before && changes.ownPurchases.has(after.checkoutId ?? ""));
  if (!isNew || after.endedAt !== null || !begun.has(after.status)) return [];
  if (after.createdAt <= changes.now - NEWS_MS) return [];
  const about = after.stripeSubscriptionId;
  return [{ kind: "purchase", about, sourceId: after.id, dueAt: changes.now }];
}

/** Once for each renewal that fails, however often it is tried again. */
function renewalFailed({ now }: Changes, { before, after }: Change<SubscriptionRow>): NewMail[] {
  if (!before || after.endedAt !== null || after.status !== "past_due") return [];
  if (before.status === "past_due" && before.pastDueSince === after.pastDueSince) return [];
  if (after.pastDueSince === null || after.pastDueSince <= now - NEWS_MS) return [];
  const about = `${after.stripeSubscriptionId}:${after.pastDueSince}`;
  return [{ kind: "payment_failed", about, sourceId: after.id, dueAt: now }];
}

/**
 * Written ahead, as soon as the end is known, and sent when it is near; whether it is still so is asked then. Somebody
 * who cancels when the end is near already knows.
 */
function endingSoon({ now }: Changes, row: SubscriptionRow): NewMail[] {
  const end = comingEnd(row);
  if (!end || end.at <= now || end.noticeAt <= (row.canceledAt ?? 0)) return [];
  const dueAt = Math.max(end.noticeAt, now);
  const about = `${row.stripeSubscriptionId}:${end.at}`;
  return [{ kind: "ending_soon", about, sourceId: row.id, dueAt }];
}

/**
 * Access that ends by itself where no payment comes: nothing happens on that day that could be told of, so this too is
 * written ahead.
 */
function graceEnding({ policy, now }: Changes, row: SubscriptionRow): NewMail[] {
  if (row.endedAt !== null || row.status !== "past_due") return [];
  const { active, until } = accessFromSubscription(row, policy, now);
  if (!active || until === null) return [];
  return [{ kind: "access_ended", about: aboutGrace(row), sourceId: row.id, dueAt: until }];
}

function aboutGrace({ stripeSubscriptionId, pastDueSince }: SubscriptionRow): string {
  return `${stripeSubscriptionId}:past_due:${pastDueSince}`;
}

/** The end or the first charge that a subscription is heading for, and when to speak of it. */
function comingEnd(row: SubscriptionRow): { at: number; noticeAt: number } | null {
  if (isOver(row)) return null;
  if (row.cancelAt !== null) return { at: row.cancelAt, noticeAt: row.cancelAt - END_NOTICE_MS };
  if (row.status !== "trialing" || row.trialEnd === null) return null;
  const length = row.trialEnd - (row.trialStart ?? row.createdAt);
  // A week or less is spoken of halfway: what it will cost has just been said when it began.
  const notice = length > TRIAL_NOTICE_MS ? TRIAL_NOTICE_MS : length / 2;
  return { at: row.trialEnd, noticeAt: Math.floor(row.trialEnd - notice) };
}

/** That access is over for good as far as anybody knows; an open dispute or missing news is not. */
type End = { about: string; at: number | null };

function endOfOrder(row: OrderRow): End | null {
  const end = (reason: string, at: number | null): End => ({
    about: `${row.stripeSessionId}:${reason}`,
    at,
  });
  if (row.customerDeletedAt !== null) return end("closed", row.customerDeletedAt);
  if (row.status === "refunded")
    return end(row.refundedAt === null ? "refunded" : `refunded:${row.refundedAt}`, row.refundedAt);
  if (row.disputeStatus === "lost" && row.status === "disputed") return end("dispute_lost", null);
  return null;
}

function endOfSubscription({ policy, now }: Changes, row: SubscriptionRow): End | null {
  const end = (reason: string, at: number | null): End => ({
    about: `${row.stripeSubscriptionId}:${reason}`,
    at,
  });
  if (row.status === "incomplete" || row.status === "incomplete_expired") return null;
  if (row.endedAt !== null) return end(`ended:${row.endedAt}`, row.endedAt);
  if (row.disputeStatus === "lost") return end("dispute_lost", null);
  if (row.status === "past_due" && !accessFromSubscription(row, policy, now).active)
    return { about: aboutGrace(row), at: null };
  if (row.status === "unpaid" || row.status === "paused")
    return end(`${row.status}:${row.currentPeriodStart}`, null);
  return null;
}

/**
 * Access that is taken away by this change, or that was withheld and is now lost; not where the person has the same
 * from another source.
 * @param endBefore undefined where nothing was there
 */
function accessEnded(
  changes: Changes,
  sourceId: string,
  end: End | null,
  endBefore: () => End | null | undefined,
): NewMail[] {
  const source = changes.sources.find(({ id }) => id === sourceId);
  if (!end || changes.isFrozen || !source || source.access.active) return [];
  const { now } = changes;
  const standing = changes.grants.filter(
    (grant) => grant.sourceId === sourceId && grant.revokedAt === null,
  );
  const lostAt = Math.max(...standing.map(({ endsAt }) => Math.min(endsAt ?? now, now)));
  const isTakenNow = lostAt > now - NEWS_MS;
  const isNews = isTakenNow || (endBefore() === null && (end.at ?? now) > now - NEWS_MS);
  if (!isNews || isHeldOtherwise(changes, source)) return [];
  // What ended it first is what is told, once: a subscription is given up days after its grace is over.
  const { about } = endBefore() ?? end;
  return [{ kind: "access_ended", about, sourceId, dueAt: now }];
}

function isHeldOtherwise({ sources, grants, now }: Changes, ended: GrantSource): boolean {
  const held = new Set([
    ...sources.flatMap(({ access, products }) =>
      access.active ? products.map(({ id }) => id) : [],
    ),
    ...grants
      .filter(({ sourceType }) => sourceType === "manual")
      .filter(({ revokedAt, endsAt }) => revokedAt === null && (endsAt === null || endsAt > now))
      .map(({ productId }) => productId),
  ]);
  return ended.products.every(({ id }) => held.has(id));
}
