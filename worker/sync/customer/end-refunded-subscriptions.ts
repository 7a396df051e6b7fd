import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { hasEnded, isEndedStatus } from "../../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { cancelNow } from "../../stripe/cancel-now.ts";
import { findPaymentIntentId } from "../../stripe/invoice-payments.ts";
import { isEffectiveRefund, sumRefunds } from "../../stripe/refunds.ts";
import { idOf } from "../../stripe/references.ts";

/**
 * Returns Stripe's ids of the subscriptions that were canceled to end later, and whose latest payment was refunded in
 * full after that: nothing that was paid for is left (decision 13).
 * @param charges with all their refunds
 */
export function findRefundedEndings(
  subscriptions: Stripe.Subscription[],
  charges: Stripe.Charge[],
): string[] {
  const chargeOf = new Map(
    charges.flatMap((charge) =>
      charge.status === "succeeded" ? [[idOf(charge.payment_intent), charge] as const] : [],
    ),
  );
  return subscriptions.flatMap((subscription) => {
    const isEnding = subscription.cancel_at !== null || subscription.cancel_at_period_end;
    if (!isEnding || isEndedStatus(subscription.status)) return [];
    const charge = chargeOf.get(findLatestPayment(subscription) ?? "");
    return charge && isRefundedSince(charge, subscription.canceled_at ?? 0)
      ? [subscription.id]
      : [];
  });
}

/** Whether all of a charge was refunded, the last of it at `since` (Unix seconds) or later. */
function isRefundedSince(
  { amount_captured: paid, refunds }: Stripe.Charge,
  since: number,
): boolean {
  // A refund that failed later gives nothing back, even if the charge still counts it.
  const counted = (refunds?.data ?? []).filter(isEffectiveRefund);
  return (
    paid > 0 &&
    sumRefunds(counted) >= paid &&
    Math.max(...counted.map(({ created }) => created)) >= since
  );
}

/**
 * Ends subscriptions at Stripe, of our products only. A retry skips those that have ended.
 * @param rows as mirrored by this sync
 * @throws errors from Stripe; the customer stays dirty
 */
export async function endSubscriptions(ctx: Ctx, rows: SubscriptionRow[]): Promise<void> {
  for (const { id: rowId, stripeSubscriptionId } of rows.filter((row) => !hasEnded(row)))
    await cancelNow(ctx.stripe, stripeSubscriptionId, { action: "refund-end", rowId });
}

function findLatestPayment({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  return typeof invoice === "object" && invoice ? findPaymentIntentId(invoice) : null;
}
