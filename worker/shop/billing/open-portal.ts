import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { findLinkedCustomer } from "../../sync/customer/find-linked-stripe-customer.ts";
import { forgetUnusablePortal, recallPortal } from "./portal-configuration.ts";

/**
 * Opens Stripe's own billing pages for this person, as `npm run stripe:setup` has set them up; the account's default
 * where it has not.
 * @param input.flow `card` leads straight to changing the card, and back when that is done
 * @throws `not_found` for somebody who has never begun to buy, `stripe_unavailable`
 */
export async function openPortal(
  ctx: UserCtx,
  input: { flow?: "card" | undefined },
): Promise<{ url: string }> {
  const customer = await findLinkedCustomer(ctx, { userId: ctx.actor.userId });
  if (!customer) throw fail("not_found", { reason: "no customer at Stripe" });
  const backUrl = `${ctx.config.origin}/account/billing`;
  const params: Stripe.BillingPortal.SessionCreateParams = {
    customer: customer.stripeCustomerId,
    return_url: backUrl,
    ...(input.flow === "card" && {
      flow_data: {
        type: "payment_method_update",
        after_completion: { type: "redirect", redirect: { return_url: backUrl } },
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
  const ask = async (configuration: string | undefined) => {
    const all = { ...params, ...(configuration && { configuration }) };
    // A session lives for minutes and is for one visit: the request is what the key stands for.
    const key = await idempotencyKey("portal", `${customerId}:${ctx.requestId}`, all);
    const { url } = await ctx.stripe.billingPortal.sessions.create(all, key);
    return { url };
  };
  const configuration = await recallPortal(ctx.stripe);
  try {
    return await ask(configuration);
  } catch (error) {
    if (!forgetUnusablePortal(ctx.stripe, error)) throw error;
    const successor = await recallPortal(ctx.stripe);
    return ask(successor === configuration ? undefined : successor);
  }
}
