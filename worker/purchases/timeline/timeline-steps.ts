import { HOUR } from "../../lib/time.ts";
import type { OrderRow } from "../orders/store.ts";
import type { SubscriptionWithItems } from "../subscriptions/list-subscriptions.ts";
import { accessFromComp, accessFromSubscription, isHeldByDispute } from "../../access/policy.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import type { CompRow } from "../../access/store.ts";

/** What can happen to something that is owned. The screens turn each into a sentence. */
export type TimelineCode =
  | "bought"
  | "ordered"
  | "payment_processing"
  | "payment_arrived"
  | "payment_failed"
  | "refunded_in_part"
  | "refunded"
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
  | "renewal_failed"
  | "grace_over"
  | "unpaid"
  | "paused"
  | "canceled"
  | "ended"
  | "lapsed"
  | "inactive"
  | "plan_changed"
  | "gift_given"
  | "gift_ended"
  | "gift_taken_back"
  | "benefit_added"
  | "benefit_removed"
  | "key_issued"
  | "key_rotated"
  | "key_disabled"
  | "downloaded";

/** Numbers that go with a code. Amounts in minor units, times in unix milliseconds. */
export type TimelineNumbers = {
  amountMinor?: number;
  currency?: string;
  interval?: string;
  intervalCount?: number;
  quantity?: number;
  /** When what the code says is over by itself. */
  until?: number;
  /** How often. */
  count?: number;
  /** Of what: a benefit, a file. */
  name?: string;
};

/**
 * One thing that happened. `opens`: it gave what there was to give. `closes`: it took it. `at` is null where Stripe says
 * that it is so and not since when.
 */
export type Step = {
  at: number | null;
  code: TimelineCode;
  role?: "opens" | "closes";
  numbers?: TimelineNumbers;
};

/** A Checkout session lives half an hour: a payment that comes later was on its way. */
const SLOW_PAYMENT_MS = HOUR;

export function stepsOfOrder(order: OrderRow): Step[] {
  const { createdAt, paidAt, currency, quantity, totalMinor: amountMinor } = order;
  const bought = { amountMinor, currency, quantity };
  if (order.status === "pending")
    return [{ at: createdAt, code: "payment_processing", numbers: bought }, ...closing(order)];
  if (order.status === "failed")
    return [{ at: createdAt, code: "payment_failed", numbers: bought }, ...closing(order)];
  const isSlow = paidAt !== null && paidAt - createdAt > SLOW_PAYMENT_MS;
  const steps: Step[] = isSlow
    ? [
        { at: createdAt, code: "ordered", numbers: bought },
        { at: paidAt, code: "payment_arrived", role: "opens", numbers: { amountMinor, currency } },
      ]
    : [{ at: paidAt ?? createdAt, code: "bought", role: "opens", numbers: bought }];
  const refunded = { amountMinor: order.refundedMinor, currency };
  if (order.status === "refunded")
    steps.push({
      at: order.refundedAt,
      code: order.duplicateOf === null ? "refunded" : "second_payment_returned",
      role: "closes",
      numbers: refunded,
    });
  else if (order.refundedMinor > 0)
    steps.push({ at: order.refundedAt, code: "refunded_in_part", numbers: refunded });
  return [...steps, ...disputeOf(order), ...closing(order)];
}

function closing({ customerDeletedAt }: OrderRow): Step[] {
  if (customerDeletedAt === null) return [];
  return [{ at: customerDeletedAt, code: "customer_closed", role: "closes" }];
}

/** Stripe says when a dispute was opened and how it stands; not when it was settled. */
function disputeOf(row: { disputeStatus: string | null; disputedAt: number | null }): Step[] {
  const { disputeStatus, disputedAt: at } = row;
  if (disputeStatus === null) return [];
  if (!isHeldByDispute(disputeStatus)) return [{ at, code: "dispute_won" }];
  return [{ at, code: disputeStatus === "lost" ? "dispute_lost" : "disputed", role: "closes" }];
}

export function stepsOfComp(comp: CompRow, now: number): Step[] {
  const { quantity, endsAt } = comp;
  const until = endsAt === null ? {} : { until: endsAt };
  const given: Step = {
    at: comp.createdAt,
    code: "gift_given",
    role: "opens",
    numbers: { quantity, ...until },
  };
  const access = accessFromComp(comp, now);
  if (access.active) return [given];
  const code = access.reason === "comp_ended" ? "gift_ended" : "gift_taken_back";
  return [given, { at: access.until, code, role: "closes" }];
}

const neverBegan = new Set(["incomplete", "incomplete_expired"]);

export function stepsOfSubscription(
  sub: SubscriptionWithItems,
  policy: AccessPolicy,
  now: number,
): Step[] {
  const { trialStart, trialEnd, endedAt, canceledAt, cancelAt, status } = sub;
  const access = accessFromSubscription(sub, policy, now);
  const steps: Step[] = [];
  if (trialStart !== null)
    steps.push({
      at: trialStart,
      code: "trial_began",
      role: "opens",
      numbers: { ...rateOf(sub), ...(trialEnd !== null && { until: trialEnd }) },
    });
  else if (!neverBegan.has(status))
    steps.push({ at: sub.createdAt, code: "subscribed", role: "opens", numbers: rateOf(sub) });
  const outlivedTrial = trialEnd !== null && trialEnd <= now && (endedAt ?? now) > trialEnd;
  if (outlivedTrial && status !== "trialing" && status !== "paused")
    steps.push({ at: trialEnd, code: "trial_converted", numbers: rateOf(sub) });
  if (status === "past_due" && endedAt === null)
    steps.push({
      at: sub.pastDueSince,
      code: "renewal_failed",
      numbers: access.until === null ? {} : { until: access.until },
    });
  const isPlanned = canceledAt === null ? cancelAt !== null : canceledAt < (endedAt ?? Infinity);
  const end = endedAt ?? cancelAt;
  if (isPlanned && end !== null)
    steps.push({ at: canceledAt, code: "canceled", numbers: { until: end } });
  if (sub.pauseBehavior !== null && endedAt === null)
    steps.push({
      at: sub.pausedFrom ?? (access.active ? null : access.until),
      code: "paused",
      ...(access.reason === "subscription_paused" && !access.active && { role: "closes" as const }),
      numbers: access.active && access.until !== null ? { until: access.until } : {},
    });
  return [...steps, ...disputeOf(sub), ...endOf(sub, access)];
}

/** What closed a subscription, where neither a dispute nor a pause did. */
function endOf(
  sub: SubscriptionWithItems,
  access: ReturnType<typeof accessFromSubscription>,
): Step[] {
  if (access.active) return [];
  const closes = (code: TimelineCode, at: number | null): Step[] => [{ at, code, role: "closes" }];
  switch (access.reason) {
    case "subscription_ended":
      return closes(sub.duplicateOf === null ? "ended" : "second_payment_returned", access.until);
    case "subscription_past_due":
      return closes("grace_over", access.until);
    case "subscription_lapsed":
      return closes("lapsed", access.until);
    case "subscription_inactive":
      return closes(inactive[sub.status] ?? "inactive", inactiveSince(sub));
    default:
      return [];
  }
}

const inactive: Record<string, TimelineCode> = {
  unpaid: "unpaid",
  paused: "paused",
  incomplete: "payment_incomplete",
  incomplete_expired: "payment_expired",
};

function inactiveSince({ status, createdAt, trialEnd }: SubscriptionWithItems): number | null {
  if (neverBegan.has(status)) return createdAt;
  return status === "paused" ? trialEnd : null;
}

/** What is paid for all of it now: of earlier plans Stripe tells us nothing. */
function rateOf({ items }: SubscriptionWithItems): TimelineNumbers {
  const [item] = items.filter(({ productId }) => productId !== null);
  if (!item) return {};
  const { amountMinor, quantity, currency, interval, intervalCount } = item;
  return { amountMinor: amountMinor * quantity, currency, interval, intervalCount, quantity };
}
