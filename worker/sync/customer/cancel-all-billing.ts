import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { fetchCustomer } from "./fetch-stripe-customer.ts";
import { listCustomersOfUser } from "./store.ts";
import { syncCustomer } from "./sync-stripe-customer.ts";

const over = new Set(["canceled", "incomplete_expired"]);

/**
 * Ends all that could still charge a person, at every customer that is theirs: every living subscription at once, every open Checkout session. Stripe is
 * asked what there is, so that nothing our mirror has not seen yet goes on.
 * @throws `stripe_unavailable`; then some may have ended, and doing it again ends the rest
 */
export async function closeCustomer(ctx: Ctx, input: { userId: string }): Promise<void> {
  const own = await listCustomersOfUser(ctx.db, input.userId, ctx.config.stripe.mode);
  for (const { id, stripeCustomerId } of own) {
    if (stripeCustomerId === null) continue;
    await endAtStripe(ctx, stripeCustomerId);
    await syncCustomer(ctx, { customerId: id, force: true });
  }
}

async function endAtStripe(ctx: Ctx, stripeCustomerId: string): Promise<void> {
  try {
    const fetched = await fetchCustomer(ctx.stripe, stripeCustomerId);
    const { sessions, subscriptions } = fetched.deleted
      ? { sessions: [], subscriptions: [] }
      : fetched;
    for (const { session } of sessions) {
      if (session.status !== "open") continue;
      await ctx.stripe.checkout.sessions.expire(
        session.id,
        {},
        await idempotencyKey("expire", session.id, {}),
      );
    }
    for (const { id, status } of subscriptions) {
      if (over.has(status)) continue;
      await ctx.stripe.subscriptions.cancel(id, {}, await idempotencyKey("close", id, {}));
    }
  } catch (error) {
    throw fail("stripe_unavailable", { reason: "the customer could not be closed", cause: error });
  }
}
