import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { findCustomers } from "../customer/find-stripe-customers.ts";
import { decidingDispute } from "../../access/policy.ts";
import { listOrderDisputes } from "../../purchases/orders/list-disputes.ts";
import { listSubscriptionDisputes } from "../../purchases/subscriptions/list-disputes.ts";
import type { Finding } from "./store.ts";

/**
 * Payments of our customers whose disputes decide otherwise than their mirror says. A payment can have several disputes
 * and a page may show some of them: where the page disagrees with the mirror, all of that payment's are asked for.
 * @param input.disputes newest first, with `charge` expanded
 */
export async function compareDisputes(
  ctx: Ctx,
  input: { disputes: Stripe.Dispute[] },
): Promise<Finding[]> {
  const customers = await findCustomers(ctx, { stripeCustomerIds: input.disputes.map(customerOf) });
  // Whoever was deleted at Stripe is linked no more: the sync looks at no dispute of theirs.
  const shown = input.disputes.filter((dispute) => customers.has(customerOf(dispute)));
  const paymentIntentIds = [...new Set(shown.map(paymentOf))];
  const mirrors = [
    ...(await listOrderDisputes(ctx, { paymentIntentIds })),
    ...(await listSubscriptionDisputes(ctx, { paymentIntentIds })),
  ];
  const findings: Finding[] = [];
  for (const { paymentIntentId: payment, disputeStatus, customerId } of mirrors) {
    const onPage = shown.filter((dispute) => paymentOf(dispute) === payment);
    if (!payment || decidingDispute(onPage) === disputeStatus) continue;
    const all = await ctx.stripe.disputes.list({ payment_intent: payment, limit: 100 });
    const deciding = decidingDispute(all.data);
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
