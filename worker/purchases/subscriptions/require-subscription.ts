import type { Ctx, UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { readAccessPolicy } from "../../access/policy-settings.ts";
import { listAllowedActions, type SubscriptionAction } from "./list-allowed-actions.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { findAnySubscription, findSubscription, listSubscriptionItems } from "./store.ts";

/** A subscription with its items, and the policy that decides how its user may change it. */
export type SubscriptionWithPolicy = SubscriptionWithItems & { policy: AccessPolicy };

/**
 * Returns the actor's own subscription in this mode, with its items.
 * @throws `not_found` if it doesn't exist or belongs to another user
 */
export async function requireOwnSubscription(
  ctx: UserCtx,
  input: { id: string },
): Promise<SubscriptionWithPolicy> {
  const [row, policy] = await Promise.all([
    findSubscription(ctx.db, { id: input.id, userId: ctx.actor.userId }),
    readAccessPolicy(ctx),
  ]);
  if (!row || row.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no subscription of this user" });
  return { ...row, items: await listSubscriptionItems(ctx.db, [row.id]), policy };
}

/**
 * Returns any user's subscription in this mode, with its items. For the team only: the routes must require a role. Its
 * policy is the team's: they may pause where users may not, and end a pause that was made in Stripe.
 * @throws `not_found`
 */
export async function requireSubscriptionForTeam(
  ctx: Ctx,
  input: { id: string },
): Promise<SubscriptionWithPolicy> {
  const [row, policy] = await Promise.all([
    findAnySubscription(ctx.db, input.id, ctx.config.stripe.mode),
    readAccessPolicy(ctx),
  ]);
  if (!row) throw fail("not_found", { reason: "no such subscription" });
  const buyersPause = (row.pauseBehavior as AccessPolicy["buyersPause"]) ?? policy.buyersPause;
  return {
    ...row,
    items: await listSubscriptionItems(ctx.db, [row.id]),
    policy: { ...policy, buyersPause: buyersPause ?? "void" },
  };
}

/**
 * Requires that the user may perform this action now.
 * @throws `subscription_disputed` if a payment of it is disputed and the action would charge the user again;
 *   `subscription_sold_by_link` for what only Link or the team can change; `subscription_not_changeable`
 */
export function requireAction(
  subscription: SubscriptionWithPolicy,
  action: SubscriptionAction,
): void {
  if (listAllowedActions(subscription, subscription.policy).includes(action)) return;
  const reason = `no ${action} now`;
  const undisputed = { ...subscription, disputeStatus: null };
  if (listAllowedActions(undisputed, subscription.policy).includes(action))
    throw fail("subscription_disputed", { reason });
  const soldByUs = { ...subscription, soldByLink: false };
  if (listAllowedActions(soldByUs, subscription.policy).includes(action))
    throw fail("subscription_sold_by_link", { reason });
  throw fail("subscription_not_changeable", { reason });
}
