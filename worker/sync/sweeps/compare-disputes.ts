import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { findStripeCustomersByStripeId } from "../customer/find-stripe-customers.ts";
import { findDecidingDisputeStatus } from "../../access/policy.ts";
import { listOrderDisputes } from "../../purchases/orders/list-disputes.ts";
import { listSubscriptionDisputes } from "../../purchases/subscriptions/list-disputes.ts";
import type { Finding } from "./store.ts";

/**
 * Finds payments of our customers whose disputes differ from the mirror. A payment can have several disputes, and a
 * page may contain only some of them: if the page differs from the mirror, all disputes of that payment are fetched.
 * @param input.disputes newest first, with `charge` expanded
 */
export async function compareDisputes(
  ctx: Ctx,
  input: { disputes: Stripe.Dispute[] },
): Promise<Finding[]> {
  const customers = await findStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: input.disputes.map(customerOf),
  });
  // A customer deleted at Stripe is no longer linked, so a sync would not fetch their disputes.
  const ourDisputes = input.disputes.filter((dispute) => customers.has(customerOf(dispute)));
  const paymentIntentIds = [...new Set(ourDisputes.map(paymentOf))];
  const mirrors = [
    ...(await listOrderDisputes(ctx, { paymentIntentIds })),
    ...(await listSubscriptionDisputes(ctx, { paymentIntentIds })),
  ];
  const findings: Finding[] = [];
  for (const { paymentIntentId: payment, disputeStatus, customerId } of mirrors) {
    const onPage = ourDisputes.filter((dispute) => paymentOf(dispute) === payment);
    if (!payment || findDecidingDisputeStatus(onPage) === disputeStatus) continue;
    const all = await ctx.stripe.disputes.list({ payment_intent: payment, limit: 100 });
    const deciding = findDecidingDisputeStatus(all.data);
    if (deciding === disputeStatus) continue;
    findings.push({
      kind: "drift",
      customerId,
      stripeObjectId: payment,
      detail: `its dispute is ${deciding}, the mirror had ${disputeStatus ?? "none"}`,
    });
  }
  return findings;
}

const idOf = (link: string | { id: string } | null) =>
  typeof link === "string" ? link : (link?.id ?? "");

const paymentOf = (dispute: Stripe.Dispute) => idOf(dispute.payment_intent);

function customerOf({ charge }: Stripe.Dispute): string {
  return typeof charge === "string" ? "" : idOf(charge.customer);
}
