import type Stripe from "stripe";
import { countUsed, findPool } from "../access/store-seats.ts";
import { fail } from "../errors.ts";
import type { Ctx } from "../context.ts";
import { listPlans, type Plan } from "../catalog/list-plans.ts";
import { resolveSeats } from "../catalog/seats.ts";
import {
  requireAction,
  type SubscriptionWithPolicy,
} from "../purchases/subscriptions/require-subscription.ts";
import type { SubscriptionWithItems } from "../purchases/subscriptions/list-subscriptions.ts";

/** The plan to change to: another price of the same product or plan group, another number of seats, or both. */
export type PlanChoice = {
  priceId?: string | undefined;
  quantity?: number | undefined;
};

/** An allowed choice. `items` is for Stripe and refers to the existing item by its id. */
export type ResolvedPlan = {
  subscription: SubscriptionWithItems;
  plan: Plan;
  /** The plans that it could change to, and the current one. */
  plans: Plan[];
  quantity: number;
  /** How many seats and invitations have to end, because more are used than that. */
  seatsToTake: number;
  /** False if the subscription is already as chosen. */
  hasChanges: boolean;
  items: (Stripe.SubscriptionUpdateParams.Item & { id: string; price: string; quantity: number })[];
};

/**
 * Resolves and checks a plan choice. Seats stay unchanged unless given; a price that isn't per seat has one. The caller
 * checks permissions.
 * @throws `subscription_not_changeable`; `price_unavailable` if the subscription can't change to the price;
 *   `invalid_input` for seats of a price that isn't per seat
 */
export async function resolvePlanChoice(
  ctx: Ctx,
  subscription: SubscriptionWithPolicy,
  choice: PlanChoice,
): Promise<ResolvedPlan> {
  requireAction(subscription, "change_plan");
  const item = subscription.items.find(({ productId }) => productId !== null);
  if (!item) throw fail("subscription_not_changeable", { reason: "no item of ours" });
  const plans = await listPlans(ctx, { current: [item] });
  const plan = plans.find(
    ({ price }) =>
      price.currency === item.currency &&
      (choice.priceId === undefined
        ? price.stripePriceId === item.stripePriceId
        : price.id === choice.priceId),
  );
  if (!plan) throw fail("price_unavailable", { reason: "not a price for this subscription" });
  const seats = plan.price.model === "per_seat" ? item.quantity : 1;
  const quantity = resolveSeats(plan.price, choice.quantity ?? seats);
  const pool =
    quantity < item.quantity || plan.price.model !== "per_seat"
      ? await findPool(ctx.db, { id: subscription.id, now: ctx.now })
      : undefined;
  return {
    subscription,
    plan,
    plans,
    quantity,
    seatsToTake: pool ? Math.max(0, countUsed(pool) - quantity) : 0,
    hasChanges: plan.price.stripePriceId !== item.stripePriceId || quantity !== item.quantity,
    items: [{ id: item.stripeItemId, price: plan.price.stripePriceId, quantity }],
  };
}
