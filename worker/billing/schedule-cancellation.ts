import type Stripe from "stripe";
import { z } from "zod";
import type { Ctx, UserCtx } from "../context.ts";
import {
  cancellationReasons,
  MAX_CANCELLATION_COMMENT,
  type CancellationFeedback,
} from "../shared/cancellation-reasons.ts";
import { SECOND } from "../lib/time.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { idOf } from "../stripe/references.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import {
  requireOwnSubscription,
  requireAction,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { callStripe } from "./call-stripe.ts";

/** Why a subscriber cancels, in their own words and as one of Stripe's reasons. Both are optional. */
export const cancellationReason = z.strictObject({
  feedback: z
    .enum(Object.keys(cancellationReasons) as [CancellationFeedback, ...CancellationFeedback[]])
    .optional(),
  comment: z.string().trim().max(MAX_CANCELLATION_COMMENT).optional(),
});
export type CancellationReason = z.output<typeof cancellationReason>;

/**
 * Schedules the subscription to end with the paid period; access stays until then. Doing it again changes nothing.
 * @throws `not_found` for another user's subscription, `subscription_not_changeable` if it has ended,
 *   `stripe_unavailable`
 */
export async function scheduleCancellation(
  ctx: UserCtx,
  { id, ...reason }: { id: string } & CancellationReason,
): Promise<void> {
  const row = await requireOwnSubscription(ctx, { id });
  await scheduleCancellationAtStripe(ctx, row, reason);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Undoes a scheduled cancellation, wherever it was made: Stripe's portal sets only `cancel_at`, we set
 * `cancel_at_period_end`.
 * @throws as `scheduleCancellation`
 */
export async function undoCancellation(ctx: UserCtx, input: { id: string }): Promise<void> {
  const row = await requireOwnSubscription(ctx, input);
  await undoCancellationAtStripe(ctx, row);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}

/**
 * Schedules the cancellation at Stripe. The caller checks permissions and syncs afterward.
 * @param at a later end than that of the period, where another period would begin; in unix milliseconds
 * @returns whether anything changed
 */
export async function scheduleCancellationAtStripe(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  reason: CancellationReason = {},
  at: number | null = null,
): Promise<boolean> {
  if (row.cancelAt !== null) return false;
  requireAction(row, "cancel");
  // The key includes the request id, since cancel, undo and cancel again are three separate actions.
  const end =
    at === null
      ? { cancel_at_period_end: true }
      : { cancel_at: Math.floor(at / SECOND), proration_behavior: "none" as const };
  const params = { ...end, ...toCancellationDetails(reason) };
  const { subscriptions, subscriptionSchedules } = ctx.stripe;
  const cancel = async (schedule = "") => {
    const scope = `${row.id}:${ctx.requestId}${schedule}`;
    const key = await idempotencyKey("cancellation", scope, params);
    return subscriptions.update(row.stripeSubscriptionId, params, key);
  };
  await callStripe(cancel, async () => {
    const found = await subscriptions.retrieve(row.stripeSubscriptionId);
    if (isEnding(found)) return found;
    const schedule = idOf(found.schedule);
    if (schedule === null) return undefined;
    // Stripe cancels nothing that a schedule manages. Whoever cancels has no use for what the seller planned in it.
    await subscriptionSchedules.release(
      schedule,
      {},
      await idempotencyKey("release", schedule, {}),
    );
    return cancel(schedule);
  });
  return true;
}

function isEnding(found: Stripe.Subscription): boolean {
  return found.cancel_at_period_end || found.cancel_at !== null;
}

/** Returns the parameter with the reason for Stripe; none without a reason. */
export function toCancellationDetails({ feedback, comment }: CancellationReason) {
  if (!feedback && !comment) return {};
  return {
    cancellation_details: { ...(feedback && { feedback }), ...(comment && { comment }) },
  };
}

/** Undoes a scheduled cancellation at Stripe, under the same conditions as `scheduleCancellationAtStripe`. */
export async function undoCancellationAtStripe(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
): Promise<boolean> {
  if (row.cancelAt === null) return false;
  requireAction(row, "keep");
  const retrieve = () => ctx.stripe.subscriptions.retrieve(row.stripeSubscriptionId);
  await callStripe(
    async () => {
      const { cancel_at_period_end: isAtPeriodEnd } = await retrieve();
      const params = isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: "" as const };
      const key = await idempotencyKey("cancellation", `${row.id}:${ctx.requestId}`, params);
      return ctx.stripe.subscriptions.update(row.stripeSubscriptionId, params, key);
    },
    async () => {
      const found = await retrieve();
      return isEnding(found) ? undefined : found;
    },
  );
  return true;
}
