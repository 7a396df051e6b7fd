import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { mapStripeCustomersByStripeId } from "../../sync/customer/find-stripe-customers.ts";
import { idOf } from "../../stripe/references.ts";

const waitingStatuses = new Set(["needs_response", "warning_needs_response"]);

/**
 * Counts the disputes that wait for the seller's response. Fetched from Stripe, because only Stripe knows the deadline.
 * A dispute waits for a few weeks at most, so the newest hundred include them all.
 * @returns `dueAt`: the earliest deadline, in unix milliseconds; null if Stripe gives none
 */
export async function showDisputes(ctx: Ctx): Promise<{ count: number; dueAt: number | null }> {
  const { data } = await ctx.stripe.disputes.list({ limit: 100, expand: ["data.charge"] });
  const open = data.filter(({ status }) => waitingStatuses.has(status));
  const customers = await mapStripeCustomersByStripeId(ctx, {
    stripeCustomerIds: open.flatMap(customerOf),
  });
  const ours = open.filter((dispute) => customerOf(dispute).some((id) => customers.has(id)));
  const due = ours.flatMap(({ evidence_details: { due_by: at } }) => fromStripeTime(at) ?? []);
  return { count: ours.length, dueAt: due.length > 0 ? Math.min(...due) : null };
}

function customerOf({ charge }: Stripe.Dispute): string[] {
  const customer = typeof charge === "string" ? null : charge.customer;
  return customer === null ? [] : [idOf(customer)];
}
