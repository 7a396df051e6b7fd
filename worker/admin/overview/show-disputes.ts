import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fromStripeTime } from "../../lib/time.ts";
import { findCustomers } from "../../sync/customer/find-stripe-customers.ts";

const waiting = new Set(["needs_response", "warning_needs_response"]);

/**
 * Disputes that wait for the seller's answer, asked of Stripe: only there is it known until when. A dispute waits for
 * some weeks at most, so that the newest hundred hold them.
 * @returns `dueAt` of the most urgent, in unix milliseconds; null where Stripe names none
 */
export async function showDisputes(ctx: Ctx): Promise<{ count: number; dueAt: number | null }> {
  const { data } = await ctx.stripe.disputes.list({ limit: 100, expand: ["data.charge"] });
  const open = data.filter(({ status }) => waiting.has(status));
  const customers = await findCustomers(ctx, { stripeCustomerIds: open.flatMap(customerOf) });
  const ours = open.filter((dispute) => customerOf(dispute).some((id) => customers.has(id)));
  const due = ours.flatMap(({ evidence_details: { due_by: at } }) => fromStripeTime(at) ?? []);
  return { count: ours.length, dueAt: due.length > 0 ? Math.min(...due) : null };
}

function customerOf({ charge }: Stripe.Dispute): string[] {
  const customer = typeof charge === "string" ? null : charge.customer;
  return customer === null ? [] : [typeof customer === "string" ? customer : customer.id];
}
