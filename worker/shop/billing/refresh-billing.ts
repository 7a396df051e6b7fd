import type { UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { showBilling } from "./show-billing.ts";

/**
 * Syncs the user's Stripe customer and returns their billing. For users who return from Stripe's portal: what they have
 * changed there counts at once, also while no events arrive.
 * @throws `stripe_unavailable`
 */
export async function refreshBilling(ctx: UserCtx): ReturnType<typeof showBilling> {
  const { userId } = ctx.actor;
  const customer = await findLinkedStripeCustomer(ctx, { userId });
  if (customer) {
    try {
      await syncStripeCustomer(ctx, { customerId: customer.id, force: true });
    } catch (cause) {
      throw fail("stripe_unavailable", { reason: "billing was not refreshed", cause });
    }
  }
  return showBilling(ctx, { userId });
}
