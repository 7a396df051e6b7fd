import type Stripe from "stripe";
import type { Ctx, UserCtx } from "../../context.ts";
import { fail } from "../../errors.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { toStripeLocale } from "../../stripe/locales.ts";
import { findLinkedStripeCustomer } from "../../sync/customer/find-stripe-customers.ts";
import { evictUnusablePortal, findCachedPortalId } from "../../billing/portal-configuration.ts";

/**
 * Opens Stripe's customer portal for the user, with the configuration that `npm run stripe:setup` created, or the
 * account's default if there is none.
 * @param input.flow `card` opens the page to change the card, and returns afterward
 * @throws `not_found` for a user without a Stripe customer, `stripe_unavailable`
 */
export async function openPortal(
  ctx: UserCtx,
  input: { flow?: "card" | undefined },
): Promise<{ url: string }> {
  const customer = await findLinkedStripeCustomer(ctx, { userId: ctx.actor.userId });
  if (!customer) throw fail("not_found", { reason: "no customer at Stripe" });
  // The page then asks Stripe what has changed.
  const backUrl = `${ctx.config.origin}/account/billing?portal=`;
  const params: Stripe.BillingPortal.SessionCreateParams = {
    customer: customer.stripeCustomerId,
    locale: toStripeLocale(ctx.locale),
    return_url: `${backUrl}closed`,
    ...(input.flow === "card" && {
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url: `${backUrl}card-updated` } },
      },
    }),
  };
  try {
    return await createSession(ctx, customer.id, params);
  } catch (cause) {
    throw fail("stripe_unavailable", { reason: "no portal session", cause });
  }
}

async function createSession(
  ctx: Ctx,
  customerId: string,
  params: Stripe.BillingPortal.SessionCreateParams,
): Promise<{ url: string }> {
  const createWith = async (configuration: string | undefined) => {
    const sessionParams = { ...params, ...(configuration && { configuration }) };
    // A portal session is short-lived and for one visit, so the key includes the request id.
    const key = await idempotencyKey("portal", `${customerId}:${ctx.requestId}`, sessionParams);
    const { url } = await ctx.stripe.billingPortal.sessions.create(sessionParams, key);
    return { url };
  };
  const configuration = await findCachedPortalId(ctx.stripe);
  try {
    return await createWith(configuration);
  } catch (error) {
    if (!evictUnusablePortal(ctx.stripe, error)) throw error;
    const successor = await findCachedPortalId(ctx.stripe);
    return createWith(successor === configuration ? undefined : successor);
  }
}
