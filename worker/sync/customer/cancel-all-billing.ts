import { isEndedStatus } from "../../purchases/subscriptions/statuses.ts";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { collectAll } from "../../stripe/references.ts";
import { listStripeCustomersOfUser } from "./store.ts";
import { syncStripeCustomer } from "./sync-stripe-customer.ts";

/**
 * Cancels everything that could still charge a user, for all of their Stripe customers: live subscriptions end
 * immediately, and open Checkout Sessions expire. Reads the state from Stripe, to include what is not mirrored yet.
 * @throws `stripe_unavailable`; some may have ended by then, and calling this again ends the rest
 */
export async function cancelAllBilling(ctx: Ctx, input: { userId: string }): Promise<void> {
  const stripeCustomers = await listStripeCustomersOfUser(
    ctx.db,
    input.userId,
    ctx.config.stripe.mode,
  );
  for (const { id, stripeCustomerId } of stripeCustomers) {
    if (stripeCustomerId === null) continue;
    await cancelAtStripe(ctx, stripeCustomerId);
    await syncStripeCustomer(ctx, { customerId: id, force: true });
  }
}

async function cancelAtStripe(ctx: Ctx, stripeCustomerId: string): Promise<void> {
  try {
    const { sessions, subscriptions } = await fetchOpenBilling(ctx, stripeCustomerId);
    for (const session of sessions) {
      await ctx.stripe.checkout.sessions.expire(
        session.id,
        {},
        await idempotencyKey("expire", session.id, {}),
      );
    }
    for (const { id, status } of subscriptions) {
      if (isEndedStatus(status)) continue;
      await ctx.stripe.subscriptions.cancel(id, {}, await idempotencyKey("close", id, {}));
    }
  } catch (error) {
    throw fail("stripe_unavailable", { reason: "the customer could not be closed", cause: error });
  }
}

/** Returns a customer's open Checkout Sessions and their subscriptions in any status. */
async function fetchOpenBilling(ctx: Ctx, customer: string) {
  const found = await ctx.stripe.customers.retrieve(customer);
  if (found.deleted) return { sessions: [], subscriptions: [] };
  const [sessions, subscriptions] = await Promise.all([
    collectAll(ctx.stripe.checkout.sessions.list({ customer, status: "open", limit: 100 })),
    collectAll(ctx.stripe.subscriptions.list({ customer, status: "all", limit: 100 })),
  ]);
  return { sessions, subscriptions };
}
