import type { Ctx } from "../../context.ts";
import { findCustomerOfUser } from "./store.ts";

/** The user's Stripe customer in this mode; none is made for somebody who has never begun to buy. */
export async function findLinkedCustomer(
  ctx: Ctx,
  input: { userId: string },
): Promise<{ id: string; stripeCustomerId: string } | null> {
  const customer = await findCustomerOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  if (!customer?.stripeCustomerId) return null;
  return { id: customer.id, stripeCustomerId: customer.stripeCustomerId };
}
