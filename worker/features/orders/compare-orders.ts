import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { differences } from "../../lib/rows.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { listProductIds } from "../catalog/list-product-ids.ts";
import { toOrderFacts } from "./mirror-orders.ts";
import { listOrdersByPaymentIntent, listOrdersBySession } from "./store.ts";

/**
 * What differs between Stripe's completed payment sessions and our orders, by session id. Disputes are compared by
 * `compareDisputes`, since a session does not carry them.
 * @param input.sessions of our customers, with `payment_intent.latest_charge` and `line_items` expanded
 */
export async function compareOrders(
  ctx: Ctx,
  input: { sessions: Stripe.Checkout.Session[] },
): Promise<Map<string, string>> {
  const ours = await listProductIds(ctx);
  const sessions = input.sessions.filter(({ mode, status, metadata }) => {
    const { productId } = fromMetadata(metadata);
    return mode === "payment" && status === "complete" && productId && ours.has(productId);
  });
  const rows = await listOrdersBySession(
    ctx.db,
    ctx.config.stripe.mode,
    sessions.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.stripeSessionId, row]));
  const found = new Map<string, string>();
  for (const session of sessions) {
    const row = rowOf.get(session.id);
    if (!row) {
      found.set(session.id, "was not mirrored");
      continue;
    }
    const { status, disputeStatus: _, ...facts } = toOrderFacts(session, []);
    const differing = differences(row, row.disputeStatus === null ? { ...facts, status } : facts);
    if (differing.length > 0) found.set(session.id, `differs in ${differing.join(", ")}`);
  }
  return found;
}

/** What differs between Stripe's disputes and our orders: dispute id → our customer and what was found. */
export async function compareDisputes(
  ctx: Ctx,
  input: { disputes: Stripe.Dispute[] },
): Promise<Map<string, { customerId: string; detail: string }>> {
  const intentOf = ({ payment_intent: intent }: Stripe.Dispute) =>
    typeof intent === "string" ? intent : (intent?.id ?? "");
  const rows = await listOrdersByPaymentIntent(
    ctx.db,
    ctx.config.stripe.mode,
    input.disputes.map(intentOf),
  );
  const rowOf = new Map(rows.map((row) => [row.stripePaymentIntentId, row]));
  const found = new Map<string, { customerId: string; detail: string }>();
  for (const dispute of input.disputes) {
    const row = rowOf.get(intentOf(dispute));
    if (!row || row.disputeStatus === dispute.status) continue;
    const detail = `is ${dispute.status}, the order had ${row.disputeStatus ?? "none"}`;
    found.set(dispute.id, { customerId: row.customerId, detail });
  }
  return found;
}
