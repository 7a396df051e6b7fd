import type { Ctx } from "../../context.ts";
import { fail, failAt } from "../../errors.ts";
import { refundPayment, type RefundChoice } from "../../billing/refund-payment.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { isBlockedByDispute } from "../../access/policy.ts";
import { findSubscriptionOfSession } from "../../purchases/checkout/store.ts";
import { readLines } from "../../purchases/orders/lines.ts";
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
 * Returns what a refund of these lines gives back, in minor units: what they cost, or less if the team says so.
 * @throws `invalid_input` for a line of another order, more than the lines cost, or lines that were free
 */
function resolveLines(order: OrderRow, choice: RefundChoice): RefundChoice {
  const lines = readLines(order) ?? [];
  const left = lines.filter(({ refundedAt }) => refundedAt === null);
  const ids = choice.lineIds ?? left.map(({ id }) => id);
  const chosen = lines.filter(({ id }) => ids.includes(id));
  if (chosen.length < ids.length) throw failAt("lineIds", "Choose lines of this order.");
  const total = chosen.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
  const amountMinor = choice.amountMinor ?? total;
  if (amountMinor > total) throw failAt("amountMinor", "This is more than the lines cost.");
  if (amountMinor === 0) throw failAt("lineIds", "Nothing was paid for these.");
  return { ...choice, lineIds: ids, amountMinor };
}

/**
 * Refunds an order, in full or in part, and syncs its customer, so that access follows the policy when this returns.
 * Repeating the same request refunds once. What was bought beside a subscription is paid together with it, so only lines
 * of it can be refunded here.
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
  const isOfLines = choice.lineIds !== undefined || (await isBesideSubscription(ctx, order));
  await refundPayment(
    ctx,
    { of: "order", targetId: order.id, paymentIntentId: order.stripePaymentIntentId },
    isOfLines ? resolveLines(order, choice) : choice,
  );
  await syncStripeCustomer(ctx, { customerId: order.customerId, force: true });
}

/** Whether an order was paid in the checkout of a subscription, with the same payment. */
async function isBesideSubscription(ctx: Ctx, { stripeSessionId }: OrderRow) {
  return (
    (await findSubscriptionOfSession(ctx.db, ctx.config.stripe.mode, stripeSessionId)) !== null
  );
}
