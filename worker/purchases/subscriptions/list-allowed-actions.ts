import type { AccessPolicy } from "../../access/policy.ts";
import { isOver } from "./is-live.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";

/** What its holder can do to a subscription. Seats can be changed where its price is per seat. */
export type SubscriptionAction = "cancel" | "keep" | "end" | "pause" | "resume" | "change_plan";

type Facts = Pick<
  SubscriptionWithItems,
  "status" | "endedAt" | "cancelAt" | "pauseBehavior" | "items"
>;

/**
 * What can be done now. A pause of the seller's is the seller's to end, unless the policy gives buyers the same kind.
 * A plan is changed only where it is plain which item is meant.
 */
export function actionsOf(sub: Facts, policy: AccessPolicy): SubscriptionAction[] {
  if (isOver(sub)) return [];
  const running = sub.status === "active" || sub.status === "trialing";
  const cancelable = running || sub.status === "past_due";
  const undisturbed = running && sub.cancelAt === null && sub.pauseBehavior === null;
  const ours = sub.items.filter((item) => item.productId !== null);
  const allowed: Record<SubscriptionAction, boolean> = {
    cancel: cancelable && sub.cancelAt === null,
    keep: cancelable && sub.cancelAt !== null,
    end: true,
    pause: undisturbed && sub.status === "active" && policy.buyersPause !== null,
    resume:
      sub.status === "paused" ||
      (cancelable && sub.pauseBehavior !== null && sub.pauseBehavior === policy.buyersPause),
    change_plan: undisturbed && ours.length === 1,
  };
  return (Object.keys(allowed) as SubscriptionAction[]).filter((action) => allowed[action]);
}
