import type { Ctx } from "../../context.ts";
import type { UserCtx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import {
  findOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../../purchases/subscriptions/find-subscription.ts";
import { isOver } from "../../purchases/subscriptions/is-live.ts";
import { tellStripe } from "./call-stripe.ts";

/**
 * Ends a subscription at once, and access with it. Nothing more is charged and nothing is given back. One that is over
 * already stays so.
 * @throws `not_found` for another person's, `stripe_unavailable`
 */
export async function endSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  if (await endAtStripe(ctx, row))
    await syncCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Whoever calls it has made sure that the actor may, and syncs.
 * @returns whether anything was changed
 */
export async function endAtStripe(ctx: Ctx, row: SubscriptionWithPolicy): Promise<boolean> {
  if (isOver(row)) return false;
  requireAction(row, "end");
  const params = { prorate: false, invoice_now: false };
  const key = await idempotencyKey("end", row.id, params);
  await tellStripe(() => ctx.stripe.subscriptions.cancel(row.stripeSubscriptionId, params, key));
  return true;
}
