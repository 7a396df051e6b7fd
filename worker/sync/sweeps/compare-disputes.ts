import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { idsOf } from "../../lib/rows.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { mapStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { findDecidingDispute, findDecidingDisputeStatus } from "../../access/policy.ts";
import { listOrdersByPaymentIntent, type OrderRow } from "../../purchases/orders/store.ts";
import {
  listSubscriptionsByDispute,
  listSubscriptionsByStripeId,
} from "../../purchases/subscriptions/store.ts";
import { idOf } from "../../stripe/references.ts";
import { findSubscriptionOfPayment } from "../mirror/find-subscription-of-payment.ts";
import { toDrift, type Finding } from "./store.ts";

/**
 * Finds orders and subscriptions of our customers whose disputes differ from the mirror.
 * @param input.disputes newest first, with `charge` expanded
 */
export async function compareDisputes(
  ctx: Ctx,
  input: { disputes: Stripe.Dispute[] },
): Promise<Finding[]> {
  const customers = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: input.disputes.map(customerOf),
  });
  // A customer deleted at Stripe is no longer linked, so a sync would not fetch their disputes.
  const ours = input.disputes.filter((dispute) => customers.has(customerOf(dispute)));
  const paymentIntentIds = [...new Set(ours.map(paymentOf))];
  const orders = await listOrdersByPaymentIntent(ctx.db, ctx.config.stripe.mode, paymentIntentIds);
  const orderPayments = new Set(orders.map((order) => order.stripePaymentIntentId));
  const others = ours.filter((dispute) => !orderPayments.has(paymentOf(dispute)));
  return [
    ...(await compareWithOrders(ctx, ours, orders)),
    ...(await compareWithSubscriptions(ctx, others)),
  ];
}

/**
 * A payment can have several disputes, and a page may contain only some of them: if the page differs from the mirror,
 * all disputes of that payment are fetched.
 */
async function compareWithOrders(
  ctx: Ctx,
  disputes: Stripe.Dispute[],
  orders: OrderRow[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { stripePaymentIntentId: payment, disputeStatus, customerId } of orders) {
    const onPage = disputes.filter((dispute) => paymentOf(dispute) === payment);
    if (!payment || findDecidingDisputeStatus(onPage) === disputeStatus) continue;
    const all = await ctx.stripe.disputes.list({ payment_intent: payment, limit: 100 });
    const deciding = findDecidingDisputeStatus(all.data);
    if (deciding === disputeStatus) continue;
    findings.push(toFinding(customerId, payment, deciding, disputeStatus));
  }
  return findings;
}

/**
 * The mirror of a subscription has the one dispute that decides, whichever of its payments that is about. Any other
 * dispute is drift if it would decide instead. Which subscription another dispute is about takes a request.
 */
async function compareWithSubscriptions(ctx: Ctx, disputes: Stripe.Dispute[]): Promise<Finding[]> {
  const { mode } = ctx.config.stripe;
  const decided = await listSubscriptionsByDispute(ctx.db, mode, idsOf(disputes));
  const findings = new Map<string, Finding>();
  for (const dispute of disputes) {
    const row =
      decided.find(({ stripeDisputeId }) => stripeDisputeId === dispute.id) ??
      (await findMirroredSubscription(ctx, dispute));
    if (!row || findings.has(row.stripeSubscriptionId)) continue;
    const found = {
      id: dispute.id,
      status: dispute.status,
      at: fromStripeTime(dispute.created) ?? 0,
    };
    const deciding =
      row.stripeDisputeId === dispute.id || row.disputeStatus === null
        ? found
        : findDecidingDispute(
            [
              { id: row.stripeDisputeId, status: row.disputeStatus, at: row.disputedAt ?? 0 },
              found,
            ].toSorted((a, b) => b.at - a.at),
          );
    if (deciding !== found || found.status === row.disputeStatus) continue;
    findings.set(
      row.stripeSubscriptionId,
      toFinding(row.customerId, paymentOf(dispute), found.status, row.disputeStatus),
    );
  }
  return [...findings.values()];
}

async function findMirroredSubscription(ctx: Ctx, dispute: Stripe.Dispute) {
  const payment = paymentOf(dispute);
  const id = payment ? await findSubscriptionOfPayment(ctx.stripe, payment) : null;
  if (id === null) return undefined;
  return (await listSubscriptionsByStripeId(ctx.db, ctx.config.stripe.mode, [id]))[0];
}

function toFinding(
  customerId: string,
  paymentIntentId: string,
  status: string | null,
  mirrored: string | null,
): Finding {
  const detail = `its dispute is ${status}, the mirror had ${mirrored ?? "none"}`;
  return toDrift(customerId, paymentIntentId, detail);
}

const paymentOf = (dispute: Stripe.Dispute) => idOf(dispute.payment_intent) ?? "";

function customerOf({ charge }: Stripe.Dispute): string {
  return typeof charge === "string" ? "" : (idOf(charge.customer) ?? "");
}
