import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { closeCheckout, listOpenCheckoutsOfCustomer } from "./store.ts";

/** Returns the writes that close checkouts whose session at Stripe is complete or expired. */
export async function closeFinishedCheckouts(
  ctx: Ctx,
  input: { customerId: string; sessions: Stripe.Checkout.Session[] },
): Promise<Statement[]> {
  const open = await listOpenCheckoutsOfCustomer(ctx.db, input.customerId);
  const sessions = new Map(input.sessions.map((session) => [session.id, session]));
  return open.flatMap((checkout) => {
    const session = checkout.stripeSessionId ? sessions.get(checkout.stripeSessionId) : undefined;
    if (session?.status === "expired")
      return [closeCheckout(ctx.db, { id: checkout.id, status: "expired" })];
    if (session?.status !== "complete") return [];
    const { subscription } = session;
    const stripeSubscriptionId =
      typeof subscription === "string" ? subscription : (subscription?.id ?? null);
    return [closeCheckout(ctx.db, { id: checkout.id, status: "complete", stripeSubscriptionId })];
  });
}
