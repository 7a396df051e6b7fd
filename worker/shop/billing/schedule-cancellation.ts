import type { Ctx } from "../../context.ts";
import type { UserCtx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import {
  findOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../../purchases/subscriptions/find-subscription.ts";
import { tellStripe } from "./call-stripe.ts";

/**
 * Ends a subscription with the period that is paid for; access stays until then. Doing it again changes nothing.
 * @throws `not_found` for another person's, `subscription_not_changeable` for one that is over, `stripe_unavailable`
 */
export async function scheduleCancellation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  await scheduleEndAtStripe(ctx, row);
  await syncCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Takes a scheduled end back, whoever scheduled it: Stripe's portal sets only `cancel_at`, we `cancel_at_period_end`.
 * @throws as `scheduleCancellation`
 */
export async function keepSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  await keepAtStripe(ctx, row);
  await syncCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Whoever calls it has made sure that the actor may, and syncs.
 * @returns whether anything was changed
 */
export async function scheduleEndAtStripe(ctx: Ctx, row: SubscriptionWithPolicy): Promise<boolean> {
  if (row.cancelAt !== null) return false;
  requireAction(row, "cancel");
  // The request's id is part of the key: cancel, undo and cancel again are three acts.
  const params = { cancel_at_period_end: true };
  const key = await idempotencyKey("cancellation", `${row.id}:${ctx.requestId}`, params);
  await tellStripe(() => ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, key));
  return true;
}

/** As `scheduleEndAtStripe`. */
export async function keepAtStripe(ctx: Ctx, row: SubscriptionWithPolicy): Promise<boolean> {
  if (row.cancelAt === null) return false;
  requireAction(row, "keep");
  await tellStripe(async () => {
    const { cancel_at_period_end: atPeriodEnd } = await ctx.stripe.subscriptions.retrieve(
      row.stripeSubscriptionId,
    );
    const params = atPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" as const };
    const key = await idempotencyKey("cancellation", `${row.id}:${ctx.requestId}`, params);
    return ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, key);
  });
  return true;
}
