import { HOUR } from "../../lib/time.ts";
import type { ChangedBy, OrderState, SubscriptionState } from "./history.ts";
import {
  accessFromGift,
  accessFromSubscription,
  type AccessPolicy,
  isBlockedByDispute,
} from "../../access/policy.ts";
import type { GiftRow } from "../../access/store.ts";
import { readLines } from "../orders/lines.ts";

/** Everything that can happen to a purchase or a gift. The screens turn each code into a sentence. */
export type TimelineCode =
  | "bought"
  | "ordered"
  | "payment_processing"
  | "payment_arrived"
  | "payment_failed"
  | "refunded_in_part"
  | "refunded"
  | "refunded_rest"
  | "refund_failed"
  | "second_payment_returned"
  | "disputed"
  | "dispute_won"
  | "dispute_lost"
  | "customer_closed"
  | "trial_began"
  | "trial_converted"
  | "subscribed"
  | "payment_incomplete"
  | "payment_expired"
  | "renewed"
  | "renewal_failed"
  | "payment_recovered"
  | "grace_over"
  | "written_off"
  | "unpaid"
  | "paused"
  | "pause_closed"
  | "unpaused"
  | "canceled"
  | "resumed"
  | "ended"
  | "lapsed"
  | "inactive"
  | "plan_changed"
  | "quantity_changed"
  | "gift_given"
  | "gift_claimed"
  | "gift_ended"
  | "gift_revoked"
  | "benefit_added"
  | "benefit_removed"
  | "reopened"
  | "key_issued"
  | "key_rotated"
  | "key_disabled"
  | "key_enabled"
  | "downloaded";

/** Values for a code's sentence. Amounts are in minor units, times in Unix milliseconds. */
export type TimelineDetails = Rate & {
  /** What it was before the change. */
  from?: Rate;
  /** When the state that the code describes ends automatically. */
  until?: number;
  /** Number of occurrences. */
  count?: number;
  /** Why it was canceled: Stripe's `feedback`. */
  feedback?: string;
};

/** A price, or an amount. */
type Rate = {
  amountMinor?: number;
  currency?: string;
  interval?: string;
  intervalCount?: number;
  quantity?: number;
  /** Name of the product, benefit or file. */
  name?: string;
};

/**
 * One step in the history of a purchase or gift. A step with the role `opens` gave access, one with `closes` ended it,
 * one with `changes` did both. `at` is null if Stripe reports the state but not when it began. `by` is omitted where it
 * adds nothing.
 */
export type TimelineStep = {
  at: number | null;
  code: TimelineCode;
  role?: "opens" | "closes" | "changes";
  by?: ChangedBy;
  details?: TimelineDetails;
};

/** A Checkout Session expires after half an hour, so a payment that takes longer than this was made asynchronously. */
const SLOW_PAYMENT_MS = HOUR;

/** Returns what happened to an order before its first recorded state, as far as that state says. */
export function stepsOfOrder(order: OrderState): TimelineStep[] {
  const { createdAt, paidAt, currency, quantity, totalMinor: amountMinor } = order;
  const purchase = { amountMinor, currency, quantity };
  if (order.status === "pending")
    return [{ at: createdAt, code: "payment_processing", details: purchase }];
  if (order.status === "failed")
    return [{ at: createdAt, code: "payment_failed", details: purchase }];
  const isSlow = paidAt !== null && paidAt - createdAt > SLOW_PAYMENT_MS;
  const steps: TimelineStep[] = isSlow
    ? [
        { at: createdAt, code: "ordered", details: purchase },
        { at: paidAt, code: "payment_arrived", role: "opens", details: { amountMinor, currency } },
      ]
    : [{ at: paidAt ?? createdAt, code: "bought", role: "opens", details: purchase }];
  const refunded = { amountMinor: order.refundedMinor, currency };
  if (order.status === "refunded")
    steps.push({
      at: order.refundedAt,
      code: order.duplicateOf === null ? "refunded" : "second_payment_returned",
      role: "closes",
      details: refunded,
    });
  else if (order.refundedMinor > 0)
    steps.push({
      at: order.refundedAt,
      code: "refunded_in_part",
      ...(countRefundedLines(order) > 0 && { role: "closes" as const }),
      details: refunded,
    });
  return [...steps, ...disputeSteps(order)];
}

/** Returns how many lines of an order were refunded, which ended their access. */
export const countRefundedLines = (order: Pick<OrderState, "lines">): number =>
  (readLines(order) ?? []).filter(({ refundedAt }) => refundedAt !== null).length;

/** Stripe reports when a dispute was opened and its status, but not when it was resolved. */
function disputeSteps(row: {
  disputeStatus: string | null;
  disputedAt: number | null;
}): TimelineStep[] {
  const { disputeStatus, disputedAt: at } = row;
  if (disputeStatus === null) return [];
  if (!isBlockedByDispute(disputeStatus)) return [{ at, code: "dispute_won" }];
  return [{ at, code: disputeStatus === "lost" ? "dispute_lost" : "disputed", role: "closes" }];
}

export function stepsOfGift(gift: GiftRow, now: number): TimelineStep[] {
  const { quantity, endsAt } = gift;
  const until = endsAt === null ? {} : { until: endsAt };
  const giftStep: TimelineStep = {
    at: gift.createdAt,
    code: "gift_given",
    role: "opens",
    details: { quantity, ...until },
  };
  const access = accessFromGift(gift, now);
  if (access.active) return [giftStep];
  const code = access.reason === "gift_ended" ? "gift_ended" : "gift_revoked";
  return [giftStep, { at: access.until, code, role: "closes" }];
}

export const neverStarted: ReadonlySet<string> = new Set(["incomplete", "incomplete_expired"]);

/**
 * Returns what happened to a subscription before its first recorded state, as far as that state says.
 * @param now when it was recorded, in unix milliseconds
 */
export function stepsOfSubscription(
  sub: SubscriptionState,
  policy: AccessPolicy,
  now: number,
): TimelineStep[] {
  const { trialStart, trialEnd, endedAt, canceledAt, cancelAt, status } = sub;
  const access = accessFromSubscription(sub, policy, now);
  const steps: TimelineStep[] = [];
  if (trialStart !== null)
    steps.push({
      at: trialStart,
      code: "trial_began",
      role: "opens",
      details: { ...currentRate(sub), ...(trialEnd !== null && { until: trialEnd }) },
    });
  else if (!neverStarted.has(status))
    steps.push({ at: sub.createdAt, code: "subscribed", role: "opens", details: currentRate(sub) });
  const trialEnded = trialEnd !== null && trialEnd <= now && (endedAt ?? now) > trialEnd;
  if (trialEnded && status !== "trialing" && status !== "paused")
    steps.push({ at: trialEnd, code: "trial_converted", details: currentRate(sub) });
  if (status === "past_due" && endedAt === null)
    steps.push({
      at: sub.pastDueSince,
      code: "renewal_failed",
      details: access.until === null ? {} : { until: access.until },
    });
  const isScheduled = canceledAt === null ? cancelAt !== null : canceledAt < (endedAt ?? Infinity);
  const end = endedAt ?? cancelAt;
  if (isScheduled && end !== null)
    steps.push({
      at: canceledAt,
      code: "canceled",
      details: { until: end, ...toReason(sub) },
    });
  if (sub.pauseBehavior !== null && endedAt === null)
    steps.push({
      at: sub.pausedFrom ?? (access.active ? null : access.until),
      code: "paused",
      ...(access.reason === "subscription_paused" && !access.active && { role: "closes" as const }),
      details: access.active && access.until !== null ? { until: access.until } : {},
    });
  if (status === "paused" && access.reason === "subscription_paused")
    steps.push({ at: sub.pausedAt, code: "paused", role: "closes" });
  return [...steps, ...disputeSteps(sub), ...endSteps(sub, access)];
}

/** Returns why it was canceled, for the details of a step. */
export function toReason({
  cancellationFeedback: feedback,
}: Pick<SubscriptionState, "cancellationFeedback">): Pick<TimelineDetails, "feedback"> {
  return feedback === null ? {} : { feedback };
}

/** Returns the step that ended access, unless a dispute or a pause did. */
function endSteps(
  sub: SubscriptionState,
  access: ReturnType<typeof accessFromSubscription>,
): TimelineStep[] {
  if (access.active) return [];
  const closeStep = (code: TimelineCode, at: number | null): TimelineStep[] => [
    { at, code, role: "closes" },
  ];
  switch (access.reason) {
    case "subscription_ended":
      return closeStep(
        sub.duplicateOf === null ? "ended" : "second_payment_returned",
        access.until,
      );
    case "subscription_past_due":
      return closeStep("grace_over", access.until);
    case "subscription_lapsed":
      return closeStep("lapsed", access.until);
    case "subscription_inactive":
      return sub.writtenOffAt === null
        ? closeStep(inactiveCodes[sub.status] ?? "inactive", inactiveSince(sub))
        : closeStep("written_off", sub.writtenOffAt);
    default:
      return [];
  }
}

export const inactiveCodes: Record<string, TimelineCode> = {
  unpaid: "unpaid",
  paused: "paused",
  incomplete: "payment_incomplete",
  incomplete_expired: "payment_expired",
};

function inactiveSince({
  status,
  createdAt,
  pausedAt,
  trialEnd,
}: SubscriptionState): number | null {
  if (neverStarted.has(status)) return createdAt;
  return status === "paused" ? (pausedAt ?? trialEnd) : null;
}

/** Returns the total price in this state. */
export function currentRate({ items }: SubscriptionState): Rate {
  const [item] = items.filter(({ productId }) => productId !== null);
  if (!item) return {};
  const { amountMinor, quantity, currency, interval, intervalCount, name } = item;
  return {
    amountMinor: amountMinor * quantity,
    currency,
    interval,
    intervalCount,
    quantity,
    ...(name !== undefined && { name }),
  };
}
