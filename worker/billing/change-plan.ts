import type Stripe from "stripe";
import { fail } from "../errors.ts";
import type { Ctx, UserCtx } from "../context.ts";
import { MINUTE, SECOND } from "../lib/time.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import {
  requireOwnSubscription,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import { resolvePlanChoice, type PlanChoice } from "./resolve-plan-choice.ts";
import { callStripe } from "./call-stripe.ts";
import { changeWithSeats } from "./choose-seats.ts";

/** How long a preview stays valid. */
const PREVIEW_LIFETIME_MS = 30 * MINUTE;

/**
 * `prorationDate`: from the preview, in unix milliseconds. `takeSeats`: the seats and invitations that end, if more are
 * used than the new plan has.
 */
export type PreviewedPlanChoice = PlanChoice & {
  prorationDate: number;
  takeSeats?: string[] | undefined;
};

/**
 * Changes the price or seats of the user's own subscription and charges what the preview said. The old plan stays until
 * Stripe has the money; for 23 hours the buyer can still pay the change on Stripe's payment page. Does nothing if the
 * subscription is already as chosen.
 * @throws `not_found` for another user's subscription; as `changePlanAtStripe`; `payment_failed`, and the old plan stays
 */
export async function changePlan(
  ctx: UserCtx,
  { id, ...choice }: { id: string } & PreviewedPlanChoice,
): Promise<void> {
  const row = await requireOwnSubscription(ctx, { id });
  const change = await changePlanAtStripe(ctx, row, choice);
  if (!change) return;
  await syncStripeCustomer(ctx, { customerId: row.customerId, force: true });
  assertPaid(change);
}

/**
 * Changes the plan at Stripe. The caller checks permissions, syncs afterward, and then calls `assertPaid`.
 * @returns null if the subscription was already as chosen
 * @throws as `resolvePlanChoice`; `preview_expired`; `seats_in_use` if more seats are used than that, and `takeSeats`
 *   names too few; `payment_failed` if the bank declined; `stripe_unavailable`
 */
export async function changePlanAtStripe(
  ctx: Ctx,
  row: SubscriptionWithPolicy,
  choice: PreviewedPlanChoice,
): Promise<{ isPaid: boolean } | null> {
  const { prorationDate } = choice;
  if (prorationDate > ctx.now + MINUTE || prorationDate < ctx.now - PREVIEW_LIFETIME_MS)
    throw fail("preview_expired");
  const { subscription, items, hasChanges, seatsToTake } = await resolvePlanChoice(
    ctx,
    row,
    choice,
  );
  const { id, stripeSubscriptionId } = subscription;
  if (!hasChanges) return null;
  const isTrialing = subscription.status === "trialing";
  const params: Stripe.SubscriptionUpdateParams = {
    items,
    ...(isTrialing
      ? { proration_behavior: "none" }
      : {
          proration_behavior: "always_invoice",
          proration_date: Math.floor(prorationDate / SECOND),
          payment_behavior: "pending_if_incomplete",
        }),
  };
  // The preview's time is part of the key: a second click repeats the same change, while a new preview is a new change.
  const key = await idempotencyKey("plan", `${id}:${prorationDate}`, params);
  const chosen = choice.takeSeats ?? [];
  const changed = await changeWithSeats(ctx, { id, seatsToTake, chosen }, () =>
    callStripe(
      () => ctx.stripe.subscriptions.update(stripeSubscriptionId, params, key),
      async () => {
        const found = await ctx.stripe.subscriptions.retrieve(stripeSubscriptionId);
        const billed = [...found.items.data, ...(found.pending_update?.subscription_items ?? [])];
        const isDone = billed.some(({ price, quantity }) =>
          items.some((item) => item.price === price.id && item.quantity === quantity),
        );
        return isDone ? found : undefined;
      },
    ),
  );
  return { isPaid: changed.pending_update === null };
}

/** @throws `payment_failed` if a change of plan waits for its payment */
export function assertPaid({ isPaid }: { isPaid: boolean }): void {
  if (!isPaid) throw fail("payment_failed", { reason: "the change waits for its payment" });
}
