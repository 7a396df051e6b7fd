import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../http/require.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { findLinkedCustomer } from "../customers/find-linked-customer.ts";

/**
 * Opens Stripe's own billing pages for this person.
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
    // A session lives for minutes and is for one visit: the request is what the key stands for.
    const key = await idempotencyKey("portal", `${customer.id}:${ctx.requestId}`, params);
    const { url } = await ctx.stripe.billingPortal.sessions.create(params, key);
    return { url };
  } catch (cause) {
    throw fail("stripe_unavailable", { reason: "no portal session", cause });
  }
}
