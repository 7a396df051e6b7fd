import { accessFromSubscription, type AccessPolicy } from "../../access/policy.ts";
import type { Change, SubscriptionState } from "./history.ts";
import { disputeChange } from "./order-changes.ts";
import {
  currentRate,
  inactiveCodes,
  neverStarted,
  toReason,
  type TimelineStep,
} from "./timeline-steps.ts";

type Pair = { before: SubscriptionState; after: SubscriptionState };

/** Returns what happened to a subscription between two recorded states. */
export function stepsOfSubscriptionChange(
  { before, after, at, by }: Change<SubscriptionState>,
  policy: AccessPolicy,
): TimelineStep[] {
  if (!before) return [];
  const pair = { before, after };
  const steps = [
    ...statusSteps(pair, policy, at).map((step) => (isChosen(step) ? { ...step, by } : step)),
    ...itemSteps(pair, at).map((step) => ({ ...step, by })),
    ...pauseSteps(pair, policy, at).map((step) => ({ ...step, by })),
    ...disputeChange(before, after, at),
    ...cancellationSteps(pair, at).map((step) => ({ ...step, by })),
  ];
  if (before.endedAt === null && after.endedAt !== null && !neverStarted.has(after.status))
    steps.push({
      at: after.endedAt,
      code: after.duplicateOf === null ? "ended" : "second_payment_returned",
      role: "closes",
      // If the end was scheduled before, the step that scheduled it has the reason.
      ...(scheduledEnd(before) === null && { details: toReason(after) }),
    });
  return steps;
}

/** A status can change without an action; a pause and a resumption are always an action. */
const isChosen = ({ code }: TimelineStep) => code === "paused" || code === "unpaused";

const paying = new Set(["active", "trialing"]);

function statusSteps({ before, after }: Pair, policy: AccessPolicy, at: number): TimelineStep[] {
  const rate = currentRate(after);
  const hasBegun = neverStarted.has(before.status) && !neverStarted.has(after.status);
  if (hasBegun)
    return [
      after.status === "trialing"
        ? {
            at,
            code: "trial_began",
            role: "opens",
            details: { ...rate, ...(after.trialEnd !== null && { until: after.trialEnd }) },
          }
        : { at, code: "subscribed", role: "opens", details: rate },
    ];
  if (isWrittenOff(after) && !isWrittenOff(before))
    return [{ at, code: "written_off", role: "closes" }];
  if (before.status === after.status && !isWrittenOff(before))
    return renewalSteps({ before, after });
  const steps: TimelineStep[] = [];
  if (before.status === "trialing" && !["canceled", "paused"].includes(after.status))
    steps.push({ at: Math.min(after.trialEnd ?? at, at), code: "trial_converted", details: rate });
  if (after.status === "past_due" && before.status !== "past_due") {
    const { active, until } = accessFromSubscription(after, policy, at);
    steps.push({ at, code: "renewal_failed", details: active && until !== null ? { until } : {} });
  } else if (
    (["past_due", "unpaid"].includes(before.status) || isWrittenOff(before)) &&
    paying.has(after.status) &&
    !isWrittenOff(after)
  ) {
    steps.push({ at, code: "payment_recovered", role: "opens", details: rate });
  } else if (before.status === "paused" && paying.has(after.status)) {
    steps.push({ at, code: "unpaused", role: "opens", details: rate });
  } else if (inactiveCodes[after.status]) {
    steps.push({ at, code: inactiveCodes[after.status]!, role: "closes" });
  }
  return steps;
}

const isWrittenOff = ({ writtenOffAt }: SubscriptionState) => writtenOffAt !== null;

/** A period that begins during a pause is not paid, so it is no renewal. */
function renewalSteps({ before, after }: Pair): TimelineStep[] {
  const isNext = (after.currentPeriodStart ?? 0) >= (before.currentPeriodEnd ?? Infinity);
  if (!isNext || after.status !== "active" || after.pauseBehavior !== null) return [];
  const until = after.currentPeriodEnd;
  const details = { ...currentRate(after), ...(until !== null && { until }) };
  return [{ at: after.currentPeriodStart, code: "renewed", details }];
}

function itemSteps({ before, after }: Pair, at: number): TimelineStep[] {
  const key = ({ items }: SubscriptionState) =>
    items
      .map(({ productId, stripePriceId }) => `${productId} ${stripePriceId}`)
      .toSorted()
      .join();
  const count = ({ items }: SubscriptionState) =>
    items
      .map(({ stripePriceId, quantity }) => `${stripePriceId} ${quantity}`)
      .toSorted()
      .join();
  const details = { ...currentRate(after), from: currentRate(before) };
  if (key(before) !== key(after)) return [{ at, code: "plan_changed", role: "changes", details }];
  if (count(before) !== count(after))
    return [{ at, code: "quantity_changed", role: "changes", details }];
  return [];
}

function pauseSteps({ before, after }: Pair, policy: AccessPolicy, at: number): TimelineStep[] {
  if (after.endedAt !== null) return [];
  if (before.pauseBehavior === null && after.pauseBehavior !== null) {
    const { active, until } = accessFromSubscription(after, policy, at);
    const isClosing = !policy.openWhilePaused.includes(after.pauseBehavior);
    return [
      {
        at,
        code: "paused",
        ...(!active && { role: "closes" as const }),
        details: active && isClosing && until !== null ? { until } : {},
      },
    ];
  }
  if (before.pauseBehavior !== null && after.pauseBehavior === null)
    return [{ at, code: "unpaused", role: "opens", details: currentRate(after) }];
  return [];
}

/** Returns when a subscription will end; null if it continues, or has ended. */
function scheduledEnd({ cancelAt, endedAt }: SubscriptionState): number | null {
  return endedAt === null ? cancelAt : null;
}

function cancellationSteps({ before, after }: Pair, at: number): TimelineStep[] {
  const until = scheduledEnd(after);
  if (until !== null && until !== scheduledEnd(before))
    return [{ at, code: "canceled", details: { until, ...toReason(after) } }];
  if (until === null && after.endedAt === null && scheduledEnd(before) !== null)
    return [{ at, code: "resumed", details: currentRate(after) }];
  return [];
}

/**
 * Returns the end of access that came by time alone while a subscription was in this state, between `from` and `to`
 * (unix milliseconds).
 */
export function stepsByTime(
  state: SubscriptionState,
  policy: AccessPolicy,
  { from, to }: { from: number; to: number },
): TimelineStep[] {
  const { active, reason, until } = accessFromSubscription(state, policy, to);
  if (active || until === null || state.endedAt !== null || until <= from) return [];
  const code = timeCodes[reason];
  return code ? [{ at: until, code, role: "closes" }] : [];
}

const timeCodes: Partial<Record<string, TimelineStep["code"]>> = {
  subscription_past_due: "grace_over",
  subscription_lapsed: "lapsed",
  subscription_paused: "pause_closed",
  subscription_ended: "ended",
};
