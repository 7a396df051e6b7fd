import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import type { Change } from "../../audit/record-change.ts";
import { recordChange } from "../../audit/record-change.ts";
import { refundPayment, type RefundChoice } from "../payments/refund-payment.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { isHeldByDispute } from "../../access/policy.ts";
import { endAtStripe } from "../../shop/billing/end-subscription.ts";
import {
  findSubscriptionOfAnybody,
  type SubscriptionWithPolicy,
} from "../../purchases/subscriptions/find-subscription.ts";
import { keepAtStripe, scheduleEndAtStripe } from "../../shop/billing/schedule-cancellation.ts";

/*
 * What the team does to somebody's subscription. The entry in the audit log is written when Stripe has agreed and before
 * the sync, since a refusal is no change. Where the database fails between the two the caller hears of an error, the
 * webhook makes our rows right, and Stripe's log has the request by its idempotency key.
 */

type Named = { id: string };

/** @throws `not_found`, `subscription_not_changeable`, `stripe_unavailable` */
export async function cancelForHolder(ctx: Ctx, input: Named): Promise<void> {
  const row = await findSubscriptionOfAnybody(ctx, input);
  const isChanged = await scheduleEndAtStripe(ctx, row);
  await conclude(ctx, row, isChanged && { action: "subscription.cancellation_scheduled" });
}

/** @throws as `cancelForHolder` */
export async function keepForHolder(ctx: Ctx, input: Named): Promise<void> {
  const row = await findSubscriptionOfAnybody(ctx, input);
  const isChanged = await keepAtStripe(ctx, row);
  await conclude(
    ctx,
    row,
    isChanged && { action: "subscription.cancellation_undone", before: { cancelAt: row.cancelAt } },
  );
}

/** At once, and access with it. @throws as `cancelForHolder` */
export async function endForHolder(ctx: Ctx, input: Named): Promise<void> {
  const row = await findSubscriptionOfAnybody(ctx, input);
  const isChanged = await endAtStripe(ctx, row);
  await conclude(
    ctx,
    row,
    isChanged && { action: "subscription.ended", before: { status: row.status } },
  );
}

/**
 * Gives back what was paid last, or a part of it. That alone is money and no end (docs/decisions/0013); `end` ends the
 * subscription after it. Where the end fails the refund stays made, and the same call again does the rest.
 * @throws `not_found`, and as `refundPayment` and `endForHolder`
 */
export async function refundSubscription(
  ctx: Ctx,
  input: Named & RefundChoice & { end: boolean },
): Promise<void> {
  const { id, end, ...choice } = input;
  const row = await findSubscriptionOfAnybody(ctx, { id });
  const paymentIntentId = row.latestPaymentIntentId;
  if (isHeldByDispute(row.disputeStatus)) throw fail("payment_disputed");
  if (paymentIntentId === null) throw fail("not_refundable", { reason: "no payment" });
  await refundPayment(ctx, { of: "subscription", targetId: id, paymentIntentId }, choice);
  const isEnded = end && (await endAtStripe(ctx, row));
  await conclude(
    ctx,
    row,
    isEnded && { action: "subscription.ended", before: { status: row.status } },
  );
}

async function conclude(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  change: Omit<Change, "targetId"> | false,
): Promise<void> {
  if (change) await commit(ctx.db, [recordChange(ctx, { ...change, targetId: row.id })]);
  await syncCustomer(ctx, { customerId: row.customerId, force: true });
}
