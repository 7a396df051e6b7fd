import type { Ctx } from "../context.ts";
import { commit } from "../db/client.ts";
import { fail } from "../errors.ts";
import { type Change, recordChange } from "../audit/record-change.ts";
import { refundPayment, type RefundChoice } from "./refund-payment.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { isPaymentDisputed } from "../purchases/subscriptions/is-payment-disputed.ts";
import { cancelAtStripe } from "./end-subscription.ts";
import { findLaterEnd } from "../purchases/subscriptions/find-later-end.ts";
import {
  requireSubscriptionForTeam,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { undoCancellationAtStripe, scheduleCancellationAtStripe } from "./schedule-cancellation.ts";

/*
 * Changes by the team to a user's subscription. The audit entry is written after Stripe has agreed and before the sync,
 * since a refusal is not a change. If the database fails in between, the caller gets an error, the webhook corrects our
 * rows, and Stripe's log shows the request with its idempotency key.
 */

export type SubscriptionRef = { id: string };

/** Why the team changes something, in their own words: for the audit log, and for the team on the subscription's page. */
export type TeamReason = { reason?: string | undefined };

/** The field of an audit entry for a reason; none without one. */
export const toReasonField = ({ reason }: TeamReason) => (reason ? { reason } : {});

/**
 * Schedules the cancellation of a subscription at the end of its period.
 * @param input.wishedEnd `2026-12-31`: it ends with the first period that ends on this day or later
 * @throws `not_found`, `subscription_not_changeable`, `stripe_unavailable`
 */
export async function cancelSubscriptionForUser(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason & { wishedEnd?: string | null },
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  const end = findLaterEnd(row, input.wishedEnd ?? null);
  const isChanged = await scheduleCancellationAtStripe(ctx, row, {}, end);
  await recordAndSync(
    ctx,
    row,
    isChanged && {
      action: "subscription.cancellation_scheduled",
      after: { ...toReasonField(input) },
    },
  );
}

/**
 * Undoes a scheduled cancellation.
 * @throws as `cancelSubscriptionForUser`
 */
export async function undoCancellationForUser(ctx: Ctx, input: SubscriptionRef): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  const isChanged = await undoCancellationAtStripe(ctx, row);
  await recordAndSync(
    ctx,
    row,
    isChanged && { action: "subscription.cancellation_undone", before: { cancelAt: row.cancelAt } },
  );
}

/**
 * Ends a subscription and its access immediately.
 * @throws as `cancelSubscriptionForUser`
 */
export async function endSubscriptionForUser(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason,
): Promise<void> {
  const row = await requireSubscriptionForTeam(ctx, input);
  const isChanged = await cancelAtStripe(ctx, row);
  await recordAndSync(
    ctx,
    row,
    isChanged && {
      action: "subscription.ended",
      before: { status: row.status },
      after: { ...toReasonField(input) },
    },
  );
}

/**
 * Refunds a payment, by default the latest one, in full or in part. A refund alone does not end the subscription
 * (docs/decisions/0013), unless it is ending anyway and nothing of its latest payment is left. With `end`, it is ended
 * after the refund in any case. If ending fails, the refund stays, and repeating the call does the rest.
 * @throws `not_found`, and as `refundPayment` and `endSubscriptionForUser`
 */
export async function refundSubscription(
  ctx: Ctx,
  input: SubscriptionRef & RefundChoice & { end: boolean; paymentIntentId?: string },
): Promise<void> {
  const { id, end, paymentIntentId: givenId, ...choice } = input;
  const row = await requireSubscriptionForTeam(ctx, { id });
  const paymentIntentId = givenId ?? row.latestPaymentIntentId;
  if (paymentIntentId === null) throw fail("not_refundable", { reason: "no payment" });
  if (isPaymentDisputed(row, paymentIntentId)) throw fail("payment_disputed");
  const payment = { of: "subscription" as const, targetId: id, paymentIntentId };
  const { isFullyRefunded } = await refundPayment(ctx, payment, choice);
  const isLatest = paymentIntentId === row.latestPaymentIntentId;
  const mustEnd = end || (isFullyRefunded && isLatest && row.cancelAt !== null);
  const isEnded = mustEnd && (await cancelAtStripe(ctx, row));
  await recordAndSync(
    ctx,
    row,
    isEnded && { action: "subscription.ended", before: { status: row.status } },
  );
}

/** Writes the audit entry of a change that was made at Stripe, if one was, and syncs the Stripe customer. */
export async function recordAndSync(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  change: Omit<Change, "targetId"> | false,
): Promise<void> {
  if (change) await commit(ctx.db, [recordChange(ctx, { ...change, targetId: row.id })]);
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
}
