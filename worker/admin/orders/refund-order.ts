import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { refundPayment, type RefundChoice } from "../../billing/refund-payment.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { isBlockedByDispute } from "../../access/policy.ts";
import { findOrder, type OrderRow } from "../../purchases/orders/store.ts";

/** Why an order cannot be refunded here. */
export type RefundRefusal = "disputed" | "unpaid" | "free" | "refunded" | "customer_deleted";

/**
 * Returns why an order cannot be refunded, or null if it can. Deleted Stripe customers are never synced again, so their
 * orders can only be refunded at Stripe.
 */
export function findRefundRefusal(order: OrderRow): RefundRefusal | null {
  if (order.customerDeletedAt !== null) return "customer_deleted";
  if (isBlockedByDispute(order.disputeStatus)) return "disputed";
  if (order.status === "pending" || order.status === "failed") return "unpaid";
  if (order.totalMinor === 0 || order.stripePaymentIntentId === null) return "free";
  return order.refundedMinor >= order.totalMinor ? "refunded" : null;
}

/**
 * Refunds an order, in full or in part, and syncs its customer, so that access follows the policy when this returns.
 * Repeating the same request refunds once.
 * @throws `not_found`, and as `refundPayment`
 */
export async function refundOrder(ctx: Ctx, input: { id: string } & RefundChoice): Promise<void> {
  const { id, ...choice } = input;
  const order = await findOrder(ctx.db, id, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  const refusal = findRefundRefusal(order);
  if (refusal === "disputed") throw fail("payment_disputed");
  // The full refund may come from an earlier click of this same request.
  const isRefused = refusal !== null && refusal !== "refunded";
  if (isRefused || order.stripePaymentIntentId === null)
    throw fail("not_refundable", { reason: refusal ?? "no payment" });
  await refundPayment(
    ctx,
    { of: "order", targetId: order.id, paymentIntentId: order.stripePaymentIntentId },
    choice,
  );
  await syncStripeCustomer(ctx, { customerId: order.customerId, force: true });
}
