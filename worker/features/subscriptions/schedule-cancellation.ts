import { fail } from "../../errors.ts";
import type { UserCtx } from "../../http/require.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncCustomer } from "../customers/sync-customer.ts";
import { findSubscription, type SubscriptionRow } from "./store.ts";

const changeable = new Set(["trialing", "active", "past_due"]);

/**
 * Ends a subscription with the period that is paid for; access stays until then.
 * @throws `not_found` for another person's, `subscription_not_changeable` for one that is over, `stripe_unavailable`
 */
export async function scheduleCancellation(ctx: UserCtx, input: { id: string }): Promise<void> {
  await setCancellation(ctx, input.id, true);
}

/**
 * Takes a scheduled end back.
 * @throws as `scheduleCancellation`
 */
export async function keepSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  await setCancellation(ctx, input.id, false);
}

async function setCancellation(ctx: UserCtx, id: string, atPeriodEnd: boolean): Promise<void> {
  const row = await findSubscription(ctx.db, { id, userId: ctx.actor.userId });
  if (!row || row.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no subscription of this person" });
  if (!changeable.has(row.status) || row.endedAt !== null)
    throw fail("subscription_not_changeable");
  if ((row.cancelAt !== null) !== atPeriodEnd) await tellStripe(ctx, row, atPeriodEnd);
  await syncCustomer(ctx, { customerId: row.customerId, force: true });
}

async function tellStripe(ctx: UserCtx, row: SubscriptionRow, atPeriodEnd: boolean): Promise<void> {
  // The request's id is part of the key: cancel, undo and cancel again are three acts.
  const params = { cancel_at_period_end: atPeriodEnd };
  const options = await idempotencyKey("cancellation", `${row.id}:${ctx.requestId}`, params);
  try {
    await ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, options);
  } catch (error) {
    throw fail("stripe_unavailable", { reason: "the subscription was not updated", cause: error });
  }
}
