import type { AccessPolicy } from "../../access/policy.ts";
import type { GiftRow } from "../../access/store.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import {
  changesOfGift,
  changesOfOrder,
  changesOfSubscription,
  type Change,
  type History,
} from "./history.ts";
import { stepsOfOrderChange } from "./order-changes.ts";
import { stepsByTime, stepsOfSubscriptionChange } from "./subscription-changes.ts";
import {
  stepsOfGift,
  stepsOfOrder,
  stepsOfSubscription,
  type TimelineStep,
} from "./timeline-steps.ts";

/** A step and the change that it was derived from; null if it was derived from a current row or a date. */
export type RecordedStep = TimelineStep & {
  change: Pick<Change<unknown>, "batch" | "sequence"> | null;
};

type Clock = { policy: AccessPolicy; now: number };

/** Returns what happened to an order, oldest first. Without a history, as far as its row says. */
export function recordedStepsOfOrder(order: OrderRow, history: History): RecordedStep[] {
  const changes = changesOfOrder(history, order.id);
  const first = changes[0]?.after ?? order;
  const steps = [
    ...attach(
      // A paid order has no pending payment any more.
      stepsOfOrder(first).map((step) =>
        step.code === "payment_processing" && order.status !== "pending"
          ? { ...step, code: "ordered" as const }
          : step,
      ),
      changes[0],
    ),
    ...changes.flatMap((change) => attach(stepsOfOrderChange(change), change)),
  ];
  if (order.customerDeletedAt !== null)
    steps.push({
      at: order.customerDeletedAt,
      code: "customer_closed",
      role: "closes",
      change: null,
    });
  return inOrder(steps);
}

/** Returns what happened to a subscription, oldest first. Without a history, as far as its row says. */
export function recordedStepsOfSubscription(
  subscription: SubscriptionWithItems,
  history: History,
  { policy, now }: Clock,
): RecordedStep[] {
  const changes = changesOfSubscription(history, subscription.id);
  const [first] = changes;
  if (!first) return attach(stepsOfSubscription(subscription, policy, now), undefined);
  const steps = attach(stepsOfSubscription(first.after, policy, first.at), first);
  changes.forEach((change, index) => {
    steps.push(...attach(stepsOfSubscriptionChange(change, policy), change));
    const next = changes[index + 1];
    // The row knows more of the present state than the history does.
    const state = next ? change.after : { ...change.after, pausedFrom: subscription.pausedFrom };
    const time = { from: change.at, to: next?.at ?? now };
    const byTime = stepsByTime(state, policy, time);
    // A scheduled end comes by time, and Stripe reports it a moment later: it is one end.
    const isReported = next !== undefined && next.after.endedAt !== null;
    const shown = isReported ? byTime.filter(({ code }) => code !== "ended") : byTime;
    steps.push(...attach(shown, undefined));
  });
  return inOrder(steps);
}

/** Returns what happened to a gift, oldest first. */
export function recordedStepsOfGift(gift: GiftRow, history: History, now: number): RecordedStep[] {
  const changes = changesOfGift(history, gift.id);
  const [given, ...ended] = attach(stepsOfGift(gift, now), changes[0]);
  const claim = changes.find(
    ({ before, after }) => before?.status === "waiting" && after.status === "active",
  );
  const revocation = changes.find(({ after }) => after.status === "revoked");
  return inOrder([
    ...(given ? [claim ? withoutRole({ ...given, at: changes[0]!.at }) : given] : []),
    ...(claim ? attach([{ at: claim.at, code: "gift_claimed", role: "opens" }], claim) : []),
    ...ended.map((step) =>
      step.code === "gift_revoked"
        ? { ...step, change: revocation ?? null }
        : { ...step, change: null },
    ),
  ]);
}

function withoutRole({ role: _, ...step }: RecordedStep): RecordedStep {
  return step;
}

function attach(
  steps: TimelineStep[],
  change: Pick<Change<unknown>, "batch" | "sequence"> | undefined,
): RecordedStep[] {
  return steps.map((step) => ({ ...step, change: change ?? null }));
}

/**
 * Gives each step a time that is not before that of the step that precedes it. Stripe's times are exact to the second
 * only, and ours are the times of the sync.
 */
function inOrder(steps: RecordedStep[]): RecordedStep[] {
  let latest = -Infinity;
  return steps.map((step) => {
    if (step.at === null) return step;
    latest = Math.max(latest, step.at);
    return { ...step, at: latest };
  });
}
