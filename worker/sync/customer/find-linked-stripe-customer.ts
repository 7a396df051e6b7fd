import type { Ctx } from "../../context.ts";
import { findStripeCustomerOfUser } from "./store.ts";

/**
 * Returns the user's Stripe customer in this mode, or null if the user has never started a checkout. Creates nothing.
 */
export async function findLinkedStripeCustomer(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ id: string; stripeCustomerId: string } | null> {
  const customer = await findStripeCustomerOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  if (!customer?.stripeCustomerId) return null;
  return { id: customer.id, stripeCustomerId: customer.stripeCustomerId };
}
