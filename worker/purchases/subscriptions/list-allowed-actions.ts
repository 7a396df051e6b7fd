import { hasEnded, isRunningStatus } from "./statuses.ts";
import { isBlockedByDispute, isPeriodUnpaid, type AccessPolicy } from "../../access/policy.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";

/** What a user can do with a subscription. `change_plan` includes changing seats if the price is per seat. */
export type SubscriptionAction = "cancel" | "keep" | "end" | "pause" | "resume" | "change_plan";

type SubscriptionState = Pick<
  SubscriptionWithItems,
  | "status"
  | "endedAt"
  | "cancelAt"
  | "pauseBehavior"
  | "pausedFrom"
  | "writtenOffAt"
  | "disputeStatus"
  | "soldByLink"
  | "items"
>;

/**
 * Returns the actions that are possible now. A user can resume a pause made by the seller only if the policy allows
 * users the same kind of pause. A plan change requires exactly one item of ours, so that it's clear which one to
 * change. A disputed subscription can be canceled, but nothing that charges its user again. In a period that will not
 * be paid, nothing is possible for which Stripe would credit its unused time. What Link sold can only be ended here:
 * Stripe refuses to say how a change is to be paid, and a change that is not paid must not take effect.
 */
export function listAllowedActions(
  sub: SubscriptionState,
  policy: AccessPolicy,
): SubscriptionAction[] {
  if (hasEnded(sub)) return [];
  const isRunning = isRunningStatus(sub.status);
  const isCancelable = isRunning || sub.status === "past_due";
  const hasNoPendingChange =
    isRunning && sub.cancelAt === null && sub.pauseBehavior === null && !isPeriodUnpaid(sub);
  const ourItems = sub.items.filter((item) => item.productId !== null);
  const isDisputed = isBlockedByDispute(sub.disputeStatus);
  const isChargedByUs = !isDisputed && !sub.soldByLink;
  const allowed: Record<SubscriptionAction, boolean> = {
    cancel: isCancelable && sub.cancelAt === null,
    keep: !isDisputed && isCancelable && sub.cancelAt !== null,
    end: true,
    pause:
      isChargedByUs && hasNoPendingChange && sub.status === "active" && policy.buyersPause !== null,
    resume:
      isChargedByUs &&
      (sub.status === "paused" ||
        (isCancelable && sub.pauseBehavior !== null && sub.pauseBehavior === policy.buyersPause)),
    change_plan: isChargedByUs && hasNoPendingChange && ourItems.length === 1,
  };
  return (Object.keys(allowed) as SubscriptionAction[]).filter((action) => allowed[action]);
}
