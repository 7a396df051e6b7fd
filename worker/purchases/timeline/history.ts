import type { GrantSnapshot } from "../../feed/grant.ts";
import type { Gift } from "../../feed/gift.ts";
import type { License } from "../../feed/license.ts";
import type { Order } from "../../feed/order.ts";
import type { Subscription } from "../../feed/subscription.ts";
import { writeLines } from "../orders/lines.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import type { HistoryRow } from "./store.ts";

/** Who made a change: the user, the team or a program of theirs, or Stripe, which does not say who it was. */
export type ChangedBy = "customer" | "shop" | "stripe";

/**
 * A recorded change of an object. `before` is null for its first recorded state. Objects that changed in one batch have
 * the same `batch`. `at` is when it was recorded, in unix milliseconds.
 */
export type Change<State> = {
  before: State | null;
  after: State;
  at: number;
  by: ChangedBy;
  batch: string;
  sequence: number;
};

/** The columns of an order that its history records. */
export type OrderState = Pick<
  OrderRow,
  | "status"
  | "createdAt"
  | "paidAt"
  | "currency"
  | "quantity"
  | "totalMinor"
  | "refundedMinor"
  | "refundedAt"
  | "duplicateOf"
  | "disputeStatus"
  | "disputedAt"
  | "lines"
>;

type Item = SubscriptionWithItems["items"][number];

/** The columns of a subscription that its history records. `name` is the product's present name. */
export type SubscriptionState = Pick<
  SubscriptionWithItems,
  | "status"
  | "createdAt"
  | "currentPeriodStart"
  | "currentPeriodEnd"
  | "trialStart"
  | "trialEnd"
  | "cancelAt"
  | "canceledAt"
  | "endedAt"
  | "cancellationFeedback"
  | "pauseBehavior"
  | "pausedFrom"
  | "pausedAt"
  | "pauseReason"
  | "pastDueSince"
  | "writtenOffAt"
  | "duplicateOf"
  | "disputeStatus"
  | "disputedAt"
> & {
  items: (Pick<
    Item,
    | "productId"
    | "stripePriceId"
    | "amountMinor"
    | "currency"
    | "interval"
    | "intervalCount"
    | "quantity"
  > & { name?: string | undefined })[];
};

/** What was recorded of one user's objects, by their ids, oldest first. */
export type History = { userId: string; rows: ReadonlyMap<string, HistoryRow[]> };

export function toHistory(userId: string, rows: HistoryRow[]): History {
  return { userId, rows: Map.groupBy(rows, ({ objectId }) => objectId) };
}

export function changesOfOrder(history: History, id: string): Change<OrderState>[] {
  return listChanges(history, id, (row) => toOrderState(JSON.parse(row.data) as Order));
}

export function changesOfSubscription(history: History, id: string): Change<SubscriptionState>[] {
  return listChanges<SubscriptionState>(history, id, toSubscriptionState);
}

export function changesOfGift(history: History, id: string): Change<Pick<Gift, "status">>[] {
  return listChanges(history, id, (row) => JSON.parse(row.data) as Gift);
}

export function changesOfGrant(
  history: History,
  id: string,
): Change<Pick<GrantSnapshot, "grantedAt" | "revokedAt">>[] {
  return listChanges(history, id, (row) => JSON.parse(row.data) as GrantSnapshot);
}

export function changesOfKey(
  history: History,
  id: string,
): Change<{ status: License["status"] }>[] {
  return listChanges(history, id, (row) => JSON.parse(row.data) as Pick<License, "status">);
}

function listChanges<State>(
  history: History,
  id: string,
  decode: (row: HistoryRow, before: State | null) => State,
): Change<State>[] {
  let before: State | null = null;
  return (history.rows.get(id) ?? []).map((row) => {
    const after = decode(row, before);
    const change: Change<State> = {
      before,
      after,
      at: row.at,
      by: identify(row, history.userId),
      batch: row.batch,
      sequence: row.sequence,
    };
    before = after;
    return change;
  });
}

function identify({ actorType, actorId }: HistoryRow, userId: string): ChangedBy {
  if (actorType === "system") return "stripe";
  return actorType === "user" && actorId === userId ? "customer" : "shop";
}

const toTime = (text: string | null) => (text === null ? null : Date.parse(text));

function toOrderState(order: Order): OrderState {
  return {
    ...order,
    lines: order.lines ? writeLines(order.lines) : null,
    createdAt: Date.parse(order.createdAt),
    paidAt: toTime(order.paidAt),
    refundedAt: toTime(order.refundedAt),
    disputedAt: toTime(order.disputedAt),
  };
}

function toSubscriptionState(row: HistoryRow, before: SubscriptionState | null): SubscriptionState {
  const subscription = JSON.parse(row.data) as Subscription;
  const names = JSON.parse(row.names ?? "{}") as Record<string, string>;
  const currentPeriodStart = toTime(subscription.currentPeriodStart);
  const pauseBehavior = subscription.pause?.behavior ?? null;
  const hasWaitedForPeriod =
    pauseBehavior !== null &&
    before?.pauseBehavior != null &&
    before.currentPeriodStart !== currentPeriodStart;
  return {
    ...subscription,
    currentPeriodStart,
    currentPeriodEnd: toTime(subscription.currentPeriodEnd),
    trialStart: toTime(subscription.trialStart),
    trialEnd: toTime(subscription.trialEnd),
    cancelAt: toTime(subscription.cancelAt),
    canceledAt: toTime(subscription.canceledAt),
    endedAt: toTime(subscription.endedAt),
    // States that were recorded before the reason was known don't have the field.
    cancellationFeedback: subscription.cancellationFeedback ?? null,
    pastDueSince: toTime(subscription.pastDueSince),
    createdAt: Date.parse(subscription.createdAt),
    pauseBehavior,
    // A period that began during the pause was not paid.
    pausedFrom:
      pauseBehavior === null
        ? null
        : (before?.pausedFrom ?? (hasWaitedForPeriod ? currentPeriodStart : null)),
    writtenOffAt: toTime(subscription.writtenOffAt ?? null),
    // A subscription in the feed says neither since when it is paused, nor why.
    pausedAt: null,
    pauseReason: null,
    disputedAt: null,
    items: subscription.items.map((item) => ({ ...item, name: names[item.productId ?? ""] })),
  };
}
