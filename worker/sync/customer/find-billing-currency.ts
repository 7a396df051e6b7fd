import type { Ctx } from "../../context.ts";
import { findStripeCustomerOfUser } from "./store.ts";

/**
 * Returns the currency that Stripe bills the user in, in lower case, as of the last sync. It comes from all live
 * subscriptions of the user's Stripe customer, also from those to products that aren't ours. Null if there are none.
 */
export async function findBillingCurrency(
  ctx: Ctx,
  input: { userId: string },
): Promise<string | null> {
  const customer = await findStripeCustomerOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  return customer?.billingCurrency ?? null;
}
