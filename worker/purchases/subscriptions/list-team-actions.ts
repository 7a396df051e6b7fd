import { isBlockedByDispute } from "../../access/policy.ts";
import { fail } from "../../errors.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { hasEnded, isRunningStatus } from "./statuses.ts";

/** What only the team can do with a subscription, besides what its user can (`list-allowed-actions.ts`). */
type TeamAction = "extend_trial" | "discount" | "retry_payment" | "request_payment";

type SubscriptionState = Pick<
  SubscriptionWithItems,
  "status" | "endedAt" | "cancelAt" | "writtenOffAt" | "disputeStatus" | "soldByLink"
>;

/**
 * Returns what the team can do now. As for its user, nothing may charge while a payment is disputed, and what Link sold
 * can only be ended here.
 */
export function listTeamActions(sub: SubscriptionState): TeamAction[] {
  if (hasEnded(sub) || sub.soldByLink || isBlockedByDispute(sub.disputeStatus)) return [];
  const isUnpaid = ["past_due", "unpaid"].includes(sub.status) || sub.writtenOffAt !== null;
  const allowed: Record<TeamAction, boolean> = {
    extend_trial: sub.status === "trialing" && sub.cancelAt === null,
    discount: isRunningStatus(sub.status) || sub.status === "past_due",
    retry_payment: isUnpaid,
    request_payment: true,
  };
  return (Object.keys(allowed) as TeamAction[]).filter((action) => allowed[action]);
}

/** @throws `subscription_not_changeable` if the team can't do this now */
export function requireTeamAction(sub: SubscriptionState, action: TeamAction): void {
  if (!listTeamActions(sub).includes(action))
    throw fail("subscription_not_changeable", { reason: `no ${action} now` });
}
