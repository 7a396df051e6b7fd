import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { differences } from "../../lib/rows.ts";
import { fromMetadata } from "../../stripe/metadata.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { toOrderFacts } from "./mirror-orders.ts";
import { listOrdersBySession } from "../../purchases/orders/store.ts";

/**
 * What differs between Stripe's completed payment sessions and our orders, by session id. Disputes are compared
 * by their payments, since a session does not carry them.
 * @param input.sessions of our customers, with `payment_intent.latest_charge.refunds` and `line_items` expanded
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
    const { status, disputeStatus: _status, disputedAt: _at, ...facts } = toOrderFacts(session, []);
    const differing = differences(row, row.disputeStatus === null ? { ...facts, status } : facts);
    if (differing.length > 0) found.set(session.id, `differs in ${differing.join(", ")}`);
  }
  return found;
}
