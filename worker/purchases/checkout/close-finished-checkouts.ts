import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { MINUTE, toUtcDay } from "../../lib/time.ts";
import { markDaysStale } from "../totals/store.ts";
import { closeCheckout, listOpenCheckoutsOfCustomer } from "./store.ts";

/** How far our clock and Stripe's may differ. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE;

/**
 * Returns the writes that close checkouts whose session at Stripe is complete, or that are past their end and were not
 * completed.
 * @param input.sessions the customer's completed sessions, fetched after `ctx.now`
 */
export async function closeFinishedCheckouts(
  ctx: Ctx,
  input: { customerId: string; sessions: Stripe.Checkout.Session[] },
): Promise<Statement[]> {
  const open = await listOpenCheckoutsOfCustomer(ctx.db, input.customerId);
  const sessions = new Map(input.sessions.map((session) => [session.id, session]));
  return open.flatMap((checkout) => {
    const session = checkout.stripeSessionId ? sessions.get(checkout.stripeSessionId) : undefined;
    if (!session) {
      const isPast = checkout.expiresAt + CLOCK_TOLERANCE_MS < ctx.now;
      return isPast ? [closeCheckout(ctx.db, { id: checkout.id, status: "expired" })] : [];
    }
    const { subscription } = session;
    const stripeSubscriptionId =
      typeof subscription === "string" ? subscription : (subscription?.id ?? null);
    return [
      closeCheckout(ctx.db, { id: checkout.id, status: "complete", stripeSubscriptionId }),
      markDaysStale(ctx.db, checkout.mode, [toUtcDay(checkout.createdAt)]),
    ];
  });
}
