import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { MINUTE, SECOND } from "../../lib/time.ts";
import { idempotencyKey } from "../../stripe/idempotency.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { choosePlan, type PlanChoice } from "./resolve-plan-choice.ts";
import { tellStripe } from "./call-stripe.ts";

/** How long a preview may be looked at before it must be asked for again. */
const PREVIEW_LIFE_MS = 30 * MINUTE;

/**
 * Changes price or seats of a subscription, charging what the preview said. Until Stripe has the money the old plan
 * stays, and the change waits at Stripe's payment page for 23 hours. What is so already is left as it is.
 * @param choice.prorationDate the preview's, in unix milliseconds
 * @throws as `choosePlan`; `preview_expired`; `payment_failed`, and the old plan stays; `stripe_unavailable`
 */
export async function changePlan(
  ctx: UserCtx,
  choice: PlanChoice & { prorationDate: number },
): Promise<void> {
  const { prorationDate } = choice;
  if (prorationDate > ctx.now + MINUTE || prorationDate < ctx.now - PREVIEW_LIFE_MS)
    throw fail("preview_expired");
  const { subscription, items, differs } = await choosePlan(ctx, choice);
  const { id, stripeSubscriptionId, customerId } = subscription;
  if (!differs) return;
  const trialing = subscription.status === "trialing";
  const params: Stripe.SubscriptionUpdateParams = {
    items,
    ...(trialing
      ? { proration_behavior: "none" }
      : {
          proration_behavior: "always_invoice",
          proration_date: Math.floor(prorationDate / SECOND),
          payment_behavior: "pending_if_incomplete",
        }),
  };
  // The preview's time is part of the key: a second click is the same act, a second change another.
  const key = await idempotencyKey("plan", `${id}:${prorationDate}`, params);
  const changed = await tellStripe(() =>
    ctx.stripe.subscriptions.update(stripeSubscriptionId, params, key),
  );
  await syncCustomer(ctx, { customerId, force: true });
  if (changed.pending_update !== null) {
    throw fail("payment_failed", { reason: "the change waits for its payment" });
  }
}
