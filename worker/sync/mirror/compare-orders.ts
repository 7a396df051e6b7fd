import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { pick } from "../../lib/pick.ts";
import { findChangedFields, idsOf } from "../../lib/rows.ts";
import { listOrderSessions, toOrderFacts } from "./mirror-orders.ts";
import { listOrdersBySession } from "../../purchases/orders/store.ts";

/**
 * Compares completed payment sessions with our orders and returns the differences by session id. Disputes are compared
 * by payment instead, since a session doesn't contain them, and so is what was refunded beside a subscription.
 * @param input.sessions sessions of our customers, with `payment_intent.latest_charge.refunds` and `line_items`
 *   expanded
 */
export async function compareOrders(
  ctx: Ctx,
  input: { sessions: Stripe.Checkout.Session[] },
): Promise<Map<string, string>> {
  const sessions = await listOrderSessions(ctx, input.sessions, (session) => session);
  const rows = await listOrdersBySession(ctx.db, ctx.config.stripe.mode, idsOf(sessions));
  const rowsBySession = new Map(rows.map((row) => [row.stripeSessionId, row]));
  const differences = new Map<string, string>();
  for (const session of sessions) {
    const row = rowsBySession.get(session.id);
    if (!row) {
      differences.set(session.id, "was not mirrored");
      continue;
    }
    const { status, disputeStatus: _status, disputedAt: _at, ...facts } = toOrderFacts(session, []);
    // An order from before codes were kept has it after its customer's next sync. An upgrade is no drift.
    const kept = row.promotionCodeId === null ? { ...facts, promotionCodeId: null } : facts;
    const differing =
      session.mode === "subscription"
        ? findChangedFields(
            row,
            pick(kept, ["totalMinor", "taxMinor", "discountMinor", "currency"]),
          )
        : findChangedFields(row, row.disputeStatus === null ? { ...kept, status } : kept);
    if (differing.length > 0) differences.set(session.id, `differs in ${differing.join(", ")}`);
  }
  return differences;
}
