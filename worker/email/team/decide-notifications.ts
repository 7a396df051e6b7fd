import { isBlockedByDispute } from "../../access/policy.ts";
import { DAY, fromStripeTime } from "../../lib/time.ts";
import type { AlertRow } from "../../purchases/alerts/store.ts";
import type { OrderRow } from "../../purchases/orders/store.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import {
  hasBegun,
  hasRenewalFailed,
  isOrderPaid,
  MAX_EVENT_AGE_MS,
  withoutDuplicates,
  type SyncChanges,
} from "../decide-emails.ts";
import type { RowChange } from "../queued-email.ts";
import type { NotificationRow } from "./store.ts";

/** A notification for the team. Only one exists per kind and `dedupeKey`. */
export type NewNotification = Pick<
  NotificationRow,
  "kind" | "dedupeKey" | "sourceType" | "sourceId" | "facts" | "amountMinor" | "currency"
>;

/** What Stripe knows of a dispute. `created` and `dueBy` in Unix seconds, `amount` in minor units. */
export type DisputeFacts = {
  amount: number;
  currency: string;
  reason: string;
  created: number;
  dueBy: number | null;
};

/** What one sync changes for one user, as far as the team is notified about it. */
export type TeamChanges = Pick<
  SyncChanges,
  "orders" | "subscriptions" | "duplicates" | "shopCheckoutIds" | "now"
> & {
  /** Early fraud warnings that were stored for the first time. */
  newWarnings: AlertRow[];
  /** Successful payments, by payment intent. Amounts in minor units. */
  paymentOf: (paymentIntentId: string | null) => { amountMinor: number; currency: string } | null;
  /** The disputes of a payment. */
  disputesOf: (paymentIntentId: string | null) => DisputeFacts[];
  /** Why a subscription ended, in Stripe's words, by Stripe's id of the subscription. */
  endReasonOf: (stripeSubscriptionId: string) => string | null;
};

/** Disputes and warnings are reported up to this age, since the team may still have to answer. */
const MAX_RISK_AGE_MS = 30 * DAY;

/**
 * Returns the notifications of a change. As for the users' emails, a state that was already mirrored, or that a rebuild
 * rediscovers, is not reported. A pure function; the same change always has the same `dedupeKey`.
 */
export function decideNotifications(changes: TeamChanges): NewNotification[] {
  const { orders, subscriptions } = withoutDuplicates(changes);
  return [
    ...orders.flatMap((change) => [
      ...orderSales(changes, change),
      ...disputes(changes, "order", change.after.stripePaymentIntentId, change),
    ]),
    ...subscriptions.flatMap((change) => [
      ...subscriptionSales(changes, change),
      ...failedRenewals(changes, change),
      ...cancellations(changes, change),
      ...disputes(changes, "subscription", change.after.disputedPaymentIntentId, change),
    ]),
    ...changes.newWarnings.flatMap((alert) => toWarning(alert, changes.now)),
  ];
}

function orderSales(changes: TeamChanges, change: RowChange<OrderRow>): NewNotification[] {
  const { id, stripeSessionId, totalMinor, currency } = change.after;
  if (!isOrderPaid(changes, change)) return [];
  return [
    {
      kind: "sale",
      dedupeKey: stripeSessionId,
      sourceType: "order",
      sourceId: id,
      facts: { event: "order" },
      amountMinor: totalMinor,
      currency,
    },
  ];
}

function subscriptionSales(
  changes: TeamChanges,
  change: RowChange<SubscriptionRow>,
): NewNotification[] {
  const { before, after } = change;
  const event = hasBegun(changes, change)
    ? after.status === "trialing"
      ? "trial"
      : "subscription"
    : isTrialConverted(changes, before, after)
      ? "converted"
      : null;
  if (event === null) return [];
  const payment = event === "trial" ? null : changes.paymentOf(after.latestPaymentIntentId);
  return [
    {
      ...ofSubscription(after),
      kind: "sale",
      dedupeKey: `${after.stripeSubscriptionId}${event === "converted" ? ":converted" : ""}`,
      facts: { event },
      amountMinor: payment?.amountMinor ?? null,
      currency: payment?.currency ?? null,
    },
  ];
}

/** Whether the first payment after a trial was made. */
function isTrialConverted(
  { now }: TeamChanges,
  before: SubscriptionRow | undefined,
  after: SubscriptionRow,
): boolean {
  return (
    before?.status === "trialing" &&
    after.status === "active" &&
    after.endedAt === null &&
    (after.trialEnd ?? 0) > now - MAX_EVENT_AGE_MS
  );
}

function failedRenewals(
  changes: TeamChanges,
  change: RowChange<SubscriptionRow>,
): NewNotification[] {
  const { after } = change;
  if (!hasRenewalFailed(changes, change)) return [];
  return [
    {
      ...ofSubscription(after),
      kind: "renewal_failed",
      dedupeKey: `${after.stripeSubscriptionId}:${after.pastDueSince}`,
      facts: { event: "failed" },
    },
  ];
}

/** A scheduled end is reported when it is scheduled, and not again when it comes. */
function cancellations(
  changes: TeamChanges,
  { before, after }: RowChange<SubscriptionRow>,
): NewNotification[] {
  if (!before || before.endedAt !== null || before.cancelAt !== null) return [];
  if (after.trialRefused !== null || before.status === "incomplete") return [];
  const at = after.endedAt ?? after.canceledAt ?? changes.now;
  if (at <= changes.now - MAX_EVENT_AGE_MS) return [];
  if (after.endedAt === null && after.cancelAt === null) return [];
  const endReason = changes.endReasonOf(after.stripeSubscriptionId);
  const event =
    after.endedAt === null
      ? "scheduled"
      : endReason === "payment_failed"
        ? "unpaid"
        : endReason === "payment_disputed"
          ? "disputed"
          : "ended";
  return [
    {
      ...ofSubscription(after),
      kind: "cancellation",
      dedupeKey: `${after.stripeSubscriptionId}:${after.canceledAt ?? at}`,
      facts: { event },
    },
  ];
}

const ofSubscription = ({ id: sourceId }: SubscriptionRow) => ({
  sourceType: "subscription" as const,
  sourceId,
  amountMinor: null,
  currency: null,
});

type DisputedRow = { id: string; disputeStatus: string | null; disputedAt: number | null };

/** Reports when a dispute is opened, and when it is won or lost. */
function disputes(
  { now, disputesOf }: TeamChanges,
  sourceType: "order" | "subscription",
  paymentIntentId: string | null,
  { before, after }: RowChange<DisputedRow>,
): NewNotification[] {
  const { id: sourceId, disputedAt } = after;
  const event = toDisputeEvent(after.disputeStatus);
  const isSame = before?.disputedAt === disputedAt;
  if (event === null || disputedAt === null) return [];
  if (isSame && toDisputeEvent(before?.disputeStatus ?? null) === event) return [];
  // For rows that a rebuild recreates, only what is recent is reported.
  if (disputedAt <= now - (before ? MAX_RISK_AGE_MS : MAX_EVENT_AGE_MS) && !isSame) return [];
  const dispute = disputesOf(paymentIntentId).find(
    ({ created }) => fromStripeTime(created) === disputedAt,
  );
  return [
    {
      kind: "dispute",
      dedupeKey: `${sourceId}:${disputedAt}:${event}`,
      sourceType,
      sourceId,
      facts: {
        event,
        reason: dispute?.reason ?? null,
        dueAt: event === "opened" ? fromStripeTime(dispute?.dueBy) : null,
      },
      amountMinor: dispute?.amount ?? null,
      currency: dispute?.currency ?? null,
    },
  ];
}

function toDisputeEvent(status: string | null): "opened" | "won" | "lost" | null {
  if (status === null) return null;
  if (!isBlockedByDispute(status)) return "won";
  return status === "lost" ? "lost" : "opened";
}

/** Returns the notification of an early fraud warning; nothing if it is old. */
export function toWarning(
  alert: Pick<AlertRow, "id" | "amountMinor" | "currency" | "detail" | "createdAt" | "closedAt">,
  now: number,
): NewNotification[] {
  if (alert.createdAt <= now - MAX_RISK_AGE_MS || alert.closedAt !== null) return [];
  return [
    {
      kind: "fraud_warning",
      dedupeKey: alert.id,
      sourceType: "alert",
      sourceId: alert.id,
      facts: { event: "reported", reason: alert.detail },
      amountMinor: alert.amountMinor,
      currency: alert.currency,
    },
  ];
}
