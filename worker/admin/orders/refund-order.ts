import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { refundPayment, type RefundChoice } from "../payments/refund-payment.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { isHeldByDispute } from "../../access/policy.ts";
import { findOrder, type OrderRow } from "../../purchases/orders/store.ts";

/** Why an order cannot be refunded here. */
export type RefundRefusal = "disputed" | "unpaid" | "free" | "refunded" | "customer_deleted";

/** Null where it can be. Of a customer that was deleted at Stripe no news comes any more, so that is Stripe's to do. */
export function refuseRefund(order: OrderRow): RefundRefusal | null {
  if (order.customerDeletedAt !== null) return "customer_deleted";
  if (isHeldByDispute(order.disputeStatus)) return "disputed";
  if (order.status === "pending" || order.status === "failed") return "unpaid";
  if (order.totalMinor === 0 || order.stripePaymentIntentId === null) return "free";
  return order.refundedMinor >= order.totalMinor ? "refunded" : null;
}

/**
 * Gives the money of an order back, all that is left or a part, and syncs its buyer, so that access is what the policy
 * says when it returns. The same decision twice is one refund.
 * @throws `not_found`, and as `refundPayment`
 */
export async function refundOrder(ctx: Ctx, input: { id: string } & RefundChoice): Promise<void> {
  const { id, ...choice } = input;
  const order = await findOrder(ctx.db, id, ctx.config.stripe.mode);
  if (!order) throw fail("not_found", { reason: "no such order" });
  const refusal = refuseRefund(order);
  if (refusal === "disputed") throw fail("payment_disputed");
  // A refund that emptied it may have been this one, which another click asks for again.
  const isOver = refusal !== null && refusal !== "refunded";
  if (isOver || order.stripePaymentIntentId === null)
    throw fail("not_refundable", { reason: refusal ?? "no payment" });
  await refundPayment(
    ctx,
    { of: "order", targetId: order.id, paymentIntentId: order.stripePaymentIntentId },
    choice,
  );
  await syncCustomer(ctx, { customerId: order.customerId, force: true });
}
