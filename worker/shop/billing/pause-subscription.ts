import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import {
  findOwnSubscription,
  requireAction,
} from "../../purchases/subscriptions/find-subscription.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";
import { callStripe } from "./call-stripe.ts";

/**
 * Pauses payment collection until the user resumes it. Pausing twice changes nothing.
 * @throws `not_found` for another user's subscription; `subscription_not_changeable` if the policy or the
 *   subscription's state forbids it; `stripe_unavailable`
 */
export async function pauseSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  const behavior = row.policy.buyersPause;
  if (row.pauseBehavior === null) {
    requireAction(row, "pause");
    if (behavior === null) throw fail("subscription_not_changeable");
    const params = { pause_collection: { behavior } };
    const key = await idempotencyKey("pause", `${row.id}:${ctx.requestId}`, params);
    await callStripe(() => ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, key));
  }
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Resumes a paused subscription. Within the paid period nothing is charged. Later, a new period starts now and is
 * charged now, so that a pause can't be used to get a free period.
 * @throws `payment_failed`, and it stays paused; otherwise as `pauseSubscription`
 */
export async function resumeSubscription(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await findOwnSubscription(ctx, input);
  if (row.pauseBehavior !== null || row.status === "paused") {
    requireAction(row, "resume");
    await callStripe(() => resumeAtStripe(ctx, row));
  }
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

async function resumeAtStripe(ctx: UserCtx, row: SubscriptionWithItems): Promise<void> {
  const { stripeSubscriptionId: id } = row;
  if (row.status === "paused") {
    const params: Stripe.SubscriptionResumeParams = { billing_cycle_anchor: { type: "now" } };
    const key = await idempotencyKey("resume", `${row.id}:${ctx.requestId}`, params);
    await ctx.stripe.subscriptions.resume(id, params, key);
    return;
  }
  const { latest_invoice: invoice } = await ctx.stripe.subscriptions.retrieve(id, {
    expand: ["latest_invoice"],
  });
  const isUnpaid = typeof invoice === "object" && invoice !== null && invoice.status !== "paid";
  const params: Stripe.SubscriptionUpdateParams = {
    pause_collection: "",
    ...(isUnpaid && {
      billing_cycle_anchor: { type: "now" },
      proration_behavior: "none",
      payment_behavior: "error_if_incomplete",
    }),
  };
  const key = await idempotencyKey("resume", `${row.id}:${ctx.requestId}`, params);
  await ctx.stripe.subscriptions.update(id, params, key);
}
