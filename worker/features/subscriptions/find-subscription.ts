import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../http/require.ts";
import { defaultPolicy } from "../grants/policy.ts";
import { actionsOf, type SubscriptionAction } from "./actions.ts";
import type { SubscriptionWithItems } from "./list-subscriptions.ts";
import { findAnySubscription, findSubscription, listItems } from "./store.ts";

/**
 * The actor's own subscription of this mode with its items.
 * @throws `not_found` for another person's, and for what does not exist
 */
export async function findOwnSubscription(
  ctx: UserCtx,
  input: { id: string },
): Promise<SubscriptionWithItems> {
  const row = await findSubscription(ctx.db, { id: input.id, userId: ctx.actor.userId });
  if (!row || row.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no subscription of this person" });
  return { ...row, items: await listItems(ctx.db, [row.id]) };
}

/**
 * Anybody's subscription of this mode with its items: for the team, whose routes ask for a role.
 * @throws `not_found`
 */
export async function findSubscriptionOfAnybody(
  ctx: Ctx,
  input: { id: string },
): Promise<SubscriptionWithItems> {
  const row = await findAnySubscription(ctx.db, input.id, ctx.config.stripe.mode);
  if (!row) throw fail("not_found", { reason: "no such subscription" });
  return { ...row, items: await listItems(ctx.db, [row.id]) };
}

/** @throws `subscription_not_changeable` unless the action is open to its holder now */
export function requireAction(
  subscription: SubscriptionWithItems,
  action: SubscriptionAction,
): void {
  if (!actionsOf(subscription, defaultPolicy).includes(action))
    throw fail("subscription_not_changeable", { reason: `no ${action} now` });
}
