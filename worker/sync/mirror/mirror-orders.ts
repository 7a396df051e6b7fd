import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { newId } from "../../lib/ids.ts";
import { changedRows } from "../../lib/rows.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { isEffectiveRefund, refundsOf, sumRefunds } from "../../stripe/refunds.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { findDecidingDispute, isBlockedByDispute } from "../../access/policy.ts";
import { listOrdersOfCustomer, upsertOrder, type OrderRow } from "../../purchases/orders/store.ts";

/** A Checkout Session with its payment, all its refunds and line items expanded, and the disputes of its payment. */
export type PaidSession = {
  session: Stripe.Checkout.Session;
  /** Newest first. Empty if the charge was never disputed. */
  disputes: Stripe.Dispute[];
};

/**
 * Returns the customer's orders according to Stripe's sessions, and the writes that update ours. Ignores sessions of
 * other kinds, incomplete ones and those for other products.
 */
export async function mirrorOrders(
  ctx: Ctx,
  input: { customer: { id: string; userId: string }; sessions: PaidSession[] },
): Promise<{ before: OrderRow[]; rows: OrderRow[]; statements: Statement[] }> {
  const [existing, ourProductIds] = await Promise.all([
    listOrdersOfCustomer(ctx.db, input.customer.id),
    listProductIds(ctx),
  ]);
  const known = new Map(existing.map((row) => [row.stripeSessionId, row]));
  const seen: OrderRow[] = [];
  for (const { session, disputes } of input.sessions) {
    const { productId, priceId } = fromMetadata(session.metadata);
    if (
      session.mode !== "payment" ||
      session.status !== "complete" ||
      !productId ||
      !ourProductIds.has(productId)
    )
      continue;
    seen.push({
      id: known.get(session.id)?.id ?? newId("ord", ctx.now),
      userId: input.customer.userId,
      customerId: input.customer.id,
      productId,
      priceId: priceId ?? null,
      mode: ctx.config.stripe.mode,
      duplicateOf: known.get(session.id)?.duplicateOf ?? null,
      customerDeletedAt: known.get(session.id)?.customerDeletedAt ?? null,
      ...toOrderFacts(session, disputes),
    });
  }
  const changed = changedRows(existing, seen, (row) => row.stripeSessionId);
  const unseen = existing.filter((row) => !seen.some((order) => order.id === row.id));
  return {
    before: existing,
    rows: [...seen, ...unseen],
    statements: changed.map((row) => upsertOrder(ctx.db, row)),
  };
}

/** The columns of an order that come from Stripe. */
type OrderFacts = Omit<
  OrderRow,
  | "id"
  | "userId"
  | "customerId"
  | "productId"
  | "priceId"
  | "mode"
  | "duplicateOf"
  | "customerDeletedAt"
>;

/**
 * Converts a session, its payment and its disputes to our columns. Amounts are copied from Stripe, never recomputed.
 */
export function toOrderFacts(
  session: Stripe.Checkout.Session,
  disputes: Stripe.Dispute[],
): OrderFacts {
  const payment = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const charge = typeof payment?.latest_charge === "object" ? payment.latest_charge : null;
  const dispute = findDecidingDispute(disputes);
  const total = session.amount_total ?? 0;
  const refunds = charge === null ? [] : refundsOf(charge).filter(isEffectiveRefund);
  const refunded = sumRefunds(refunds);
  const paid =
    session.payment_status === "paid" || session.payment_status === "no_payment_required";
  return {
    stripeSessionId: session.id,
    stripePaymentIntentId: payment?.id ?? null,
    status: toOrderStatus({
      paid,
      paymentStatus: payment?.status,
      total,
      refunded,
      dispute: dispute?.status ?? null,
    }),
    totalMinor: total,
    taxMinor: session.total_details?.amount_tax ?? 0,
    discountMinor: session.total_details?.amount_discount ?? 0,
    refundedMinor: refunded,
    disputeStatus: dispute?.status ?? null,
    currency: session.currency ?? "",
    quantity: session.line_items?.data[0]?.quantity ?? 1,
    createdAt: fromStripeTime(session.created) ?? 0,
    refundedAt: fromStripeTime(refunds[0]?.created),
    disputedAt: fromStripeTime(dispute?.created),
    paidAt: paid ? fromStripeTime(charge?.created ?? session.created) : null,
  };
}

function toOrderStatus(facts: {
  paid: boolean;
  paymentStatus: string | undefined;
  total: number;
  refunded: number;
  dispute: string | null;
}): OrderRow["status"] {
  if (!facts.paid) {
    const hasFailed =
      facts.paymentStatus === "requires_payment_method" || facts.paymentStatus === "canceled";
    return hasFailed ? "failed" : "pending";
  }
  if (facts.total > 0 && facts.refunded >= facts.total) return "refunded";
  if (isBlockedByDispute(facts.dispute)) return "disputed";
  return facts.refunded > 0 ? "partially_refunded" : "paid";
}
