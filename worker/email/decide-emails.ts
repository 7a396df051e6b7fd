import { hasEnded, isRunningStatus } from "../purchases/subscriptions/statuses.ts";
import { DAY } from "../lib/time.ts";
import type { Duplicate } from "../purchases/find-duplicate-purchases.ts";
import { paidStatuses } from "../purchases/orders/paid-statuses.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import type { AlertRow } from "../purchases/alerts/store.ts";
import {
  decideOrderEndEmails,
  decideSubscriptionEndEmails,
  hasAccessFromOtherSource,
  type EndChanges,
} from "./decide-access-end-emails.ts";
import { decideCancellationEmails } from "./decide-cancellation-emails.ts";
import { decidePauseEmails } from "./decide-pause-emails.ts";
import { decidePaymentEmails } from "./decide-payment-emails.ts";
import { decidePlanChangeEmails, type PlanChanges } from "./decide-plan-change-emails.ts";
import { decideRefundEmails, type RefundChanges } from "./decide-refund-emails.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/** What one sync changes for one user. */
export type SyncChanges = Omit<RefundChanges & EndChanges, "since"> &
  PlanChanges & {
    orders: RowChange<OrderRow>[];
    subscriptions: RowChange<SubscriptionRow>[];
    /** Second payments that are being refunded. */
    duplicates: Pick<Duplicate, "id" | "stripeId">[];
    /** Refunds that failed since the last sync, with the order or subscription that was refunded. */
    failedRefunds: Pick<AlertRow, "id" | "sourceId" | "createdAt">[];
    /** Ids of the checkouts that this shop opened, and of their Checkout Sessions. */
    shopCheckoutIds: ReadonlySet<string>;
  };

/** Older changes are not announced. Stripe also stops retrying webhooks after three days. */
export const MAX_EVENT_AGE_MS = 3 * DAY;
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
  const { orders, subscriptions } = withoutDuplicates(changes);
  const { now } = changes;
  const since = now - MAX_EVENT_AGE_MS;
  const payments = subscriptions.flatMap((change) =>
    decidePaymentEmails({ ...changes, since }, change),
  );
  const resumedIds = new Set(
    payments.flatMap(({ sourceId, facts }) =>
      facts?.of === "payment" && facts.reason === "pause_ended" ? [sourceId] : [],
    ),
  );
  return [
    ...decideRefundEmails({ ...changes, since }, (sourceId) => {
      if (subscriptions.some(({ after }) => after.id === sourceId)) return false;
      const order = orders.find(({ after }) => after.id === sourceId)?.after;
      return !order || isRefundedInFull(changes, order);
    }),
    ...orders.flatMap((change) => [
      ...orderPurchasedEmails(changes, change),
      ...orderFailedEmails(changes, change),
      ...decideOrderEndEmails({ ...changes, since }, change),
    ]),
    ...subscriptions.flatMap((change) => [
      ...trialRefusedEmails(changes, change),
      ...subscriptionStartedEmails(changes, change),
      ...renewalFailedEmails(changes, change),
      ...endingSoonEmails(changes, change.after),
      ...decideCancellationEmails(change, { since, now }),
      ...decidePlanChangeEmails(changes, change),
      ...decidePauseEmails(change, { since, now, isCharged: resumedIds.has(change.after.id) }),
      ...decideSubscriptionEndEmails({ ...changes, since }, change),
    ]),
    ...payments,
    ...changes.duplicates.map(({ id, stripeId }) => ({
      kind: "refunded_duplicate" as const,
      dedupeKey: stripeId,
      sourceId: id,
      dueAt: changes.now,
    })),
    ...changes.failedRefunds.flatMap(({ id, sourceId, createdAt }) =>
      sourceId === null || createdAt <= changes.now - MAX_REFUND_AGE_MS
        ? []
        : [
            {
              kind: "refund_failed" as const,
              dedupeKey: id,
              sourceId,
              dueAt: changes.now,
              facts: { of: "failed_refund" as const, refundId: id },
            },
          ],
    ),
  ];
}

/** Whether an order was refunded in full and its access ends with that, which the email about the end says. */
function isRefundedInFull(changes: SyncChanges, { id, status, giftId }: OrderRow): boolean {
  if (giftId !== null) return false;
  const source = changes.sources.find((each) => each.id === id);
  return status === "refunded" && !(source && hasAccessFromOtherSource(changes, source));
}

/** Leaves out second payments, which cause only the email about their refund. */
export function withoutDuplicates(
  changes: Pick<SyncChanges, "orders" | "subscriptions" | "duplicates">,
): Pick<SyncChanges, "orders" | "subscriptions"> {
  const duplicateIds = new Set(changes.duplicates.map(({ id }) => id));
  const isFirst = ({ after }: { after: { id: string; duplicateOf: string | null } }) =>
    after.duplicateOf === null && !duplicateIds.has(after.id);
  return {
    orders: changes.orders.filter(isFirst),
    subscriptions: changes.subscriptions.filter(isFirst),
  };
}

const unpaidStatuses = new Set<OrderRow["status"]>(["pending", "failed"]);

/** Whether an order was paid just now, in a checkout of this shop. */
export function isOrderPaid(
  changes: Pick<SyncChanges, "shopCheckoutIds" | "now">,
  { before, after }: RowChange<OrderRow>,
): boolean {
  if (!paidStatuses.has(after.status) || after.customerDeletedAt !== null) return false;
  return before
    ? unpaidStatuses.has(before.status) && after.createdAt > changes.now - MAX_PAYMENT_DELAY_MS
    : changes.shopCheckoutIds.has(after.stripeSessionId) &&
        (after.paidAt ?? after.createdAt) > changes.now - MAX_EVENT_AGE_MS;
}

function orderPurchasedEmails(changes: SyncChanges, change: RowChange<OrderRow>): NewEmail[] {
  const { after } = change;
  if (!isOrderPaid(changes, change)) return [];
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

/** Whether a subscription began just now, in a checkout of this shop. */
export function hasBegun(
  changes: Pick<SyncChanges, "shopCheckoutIds" | "now">,
  { before, after }: RowChange<SubscriptionRow>,
): boolean {
  const isNew =
    before?.status === "incomplete" ||
    (!before && changes.shopCheckoutIds.has(after.checkoutId ?? ""));
  if (!isNew || after.endedAt !== null || !isRunningStatus(after.status)) return false;
  return after.createdAt > changes.now - MAX_EVENT_AGE_MS;
}

function subscriptionStartedEmails(
  changes: SyncChanges,
  change: RowChange<SubscriptionRow>,
): NewEmail[] {
  const { after } = change;
  if (!hasBegun(changes, change)) return [];
  const dedupeKey = after.stripeSubscriptionId;
  return [{ kind: "purchase", dedupeKey, sourceId: after.id, dueAt: changes.now }];
}

/** Whether a renewal failed just now: once for each, however often Stripe retries the payment. */
export function hasRenewalFailed(
  { now }: Pick<SyncChanges, "now">,
  { before, after }: RowChange<SubscriptionRow>,
): boolean {
  if (!before || after.endedAt !== null || after.status !== "past_due") return false;
  if (before.status === "past_due" && before.pastDueSince === after.pastDueSince) return false;
  return after.pastDueSince !== null && after.pastDueSince > now - MAX_EVENT_AGE_MS;
}

/** Says that a payment failed, or that the bank asks to confirm it. */
function renewalFailedEmails(changes: SyncChanges, change: RowChange<SubscriptionRow>): NewEmail[] {
  const { before, after } = change;
  const { now } = changes;
  const needsConfirmation = after.paymentNeeds === "confirmation";
  // The bank can ask for it at a later attempt, after the email about the first one.
  const isAskedNow = needsConfirmation && before?.status === "past_due" && !before.paymentNeeds;
  if (!isAskedNow && !hasRenewalFailed(changes, change)) return [];
  const dedupeKey = `${after.stripeSubscriptionId}:${after.pastDueSince}${needsConfirmation ? ":confirm" : ""}`;
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
  const facts = { of: "end" as const, at: end.at };
  return [{ kind: "ending_soon", dedupeKey, sourceId: row.id, dueAt, facts }];
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
