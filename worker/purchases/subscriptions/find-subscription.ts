import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import type { AccessPolicy } from "../../access/policy.ts";
import { readPolicy } from "../../access/policy-settings.ts";
import { actionsOf, type SubscriptionAction } from "./list-allowed-actions.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { findAnySubscription, findSubscription, listItems } from "./store.ts";

/** A subscription, and the policy by which its holder may change it. */
export type SubscriptionWithPolicy = SubscriptionWithItems & { policy: AccessPolicy };

/**
 * The actor's own subscription of this mode with its items.
 * @throws `not_found` for another person's, and for what does not exist
 */
export async function findOwnSubscription(
  ctx: UserCtx,
  input: { id: string },
): Promise<SubscriptionWithPolicy> {
  const [row, policy] = await Promise.all([
    findSubscription(ctx.db, { id: input.id, userId: ctx.actor.userId }),
    readPolicy(ctx),
  ]);
  if (!row || row.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no subscription of this person" });
  return { ...row, items: await listItems(ctx.db, [row.id]), policy };
}

/**
 * Anybody's subscription of this mode with its items: for the team, whose routes ask for a role.
 * @throws `not_found`
 */
export async function findSubscriptionOfAnybody(
  ctx: Ctx,
  input: { id: string },
): Promise<SubscriptionWithPolicy> {
  const [row, policy] = await Promise.all([
    findAnySubscription(ctx.db, input.id, ctx.config.stripe.mode),
    readPolicy(ctx),
  ]);
  if (!row) throw fail("not_found", { reason: "no such subscription" });
  return { ...row, items: await listItems(ctx.db, [row.id]), policy };
}

/** @throws `subscription_not_changeable` unless the action is open to its holder now */
export function requireAction(
  subscription: SubscriptionWithPolicy,
  action: SubscriptionAction,
): void {
  if (!actionsOf(subscription, subscription.policy).includes(action))
    throw fail("subscription_not_changeable", { reason: `no ${action} now` });
}
