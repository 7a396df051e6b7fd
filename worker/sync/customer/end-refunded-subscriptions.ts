import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { hasEnded, isEndedStatus } from "../../purchases/subscriptions/statuses.ts";
import type { SubscriptionRow } from "../../purchases/subscriptions/store.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";

/**
 * Returns Stripe's ids of the subscriptions that were canceled to end later, and whose latest payment was refunded in
 * full after that: nothing that was paid for is left (decision 13). One request for each that may be one.
 */
export async function findRefundedEndings(
  stripe: Stripe,
  subscriptions: Stripe.Subscription[],
  charges: Stripe.Charge[],
): Promise<string[]> {
  const refunded = new Map(
    charges.flatMap((charge) => {
      const intent = idOf(charge.payment_intent);
      return charge.refunded && intent !== null ? [[intent, charge] as const] : [];
    }),
  );
  const found = await Promise.all(
    subscriptions.map(async (subscription) => {
      const isEnding = subscription.cancel_at !== null || subscription.cancel_at_period_end;
      const charge = refunded.get(findLatestPayment(subscription) ?? "");
      if (!isEnding || isEndedStatus(subscription.status) || !charge) return [];
      const { data } = await stripe.refunds.list({ charge: charge.id, limit: 100 });
      // A refund that failed later gives nothing back, whatever the charge says.
      const counted = data.filter(({ status }) => status !== "failed" && status !== "canceled");
      const total = counted.reduce((sum, { amount }) => sum + amount, 0);
      const lastAt = Math.max(...counted.map(({ created }) => created));
      const isAfterCancellation = lastAt >= (subscription.canceled_at ?? 0);
      return total >= charge.amount && isAfterCancellation ? [subscription.id] : [];
    }),
  );
  return found.flat();
}

/**
 * Ends subscriptions at Stripe, of our products only. A retry skips those that have ended.
 * @param rows as mirrored by this sync
 * @throws errors from Stripe; the customer stays dirty
 */
export async function endSubscriptions(ctx: Ctx, rows: SubscriptionRow[]): Promise<void> {
  const params = { prorate: false, invoice_now: false };
  for (const { id, stripeSubscriptionId } of rows.filter((row) => !hasEnded(row)))
    await ctx.stripe.subscriptions.cancel(
      stripeSubscriptionId,
      params,
      await idempotencyKey("refund-end", id, params),
    );
}

function findLatestPayment({ latest_invoice: invoice }: Stripe.Subscription): string | null {
  if (typeof invoice !== "object") return null;
  const [payment] = invoice?.payments?.data ?? [];
  return idOf(payment?.payment.payment_intent ?? null);
}

function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
