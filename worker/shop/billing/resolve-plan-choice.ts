import type Stripe from "stripe";
import { fail } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { listPlans, type Plan } from "../../catalog/list-plans.ts";
import { countSeats } from "../../catalog/seats.ts";
import {
  findOwnSubscription,
  requireAction,
} from "../../purchases/subscriptions/find-subscription.ts";
import type { SubscriptionWithItems } from "../../purchases/subscriptions/list-subscriptions.ts";

/** What to change to: another price of the same product or group, another number of seats, or both. */
export type PlanChoice = {
  id: string;
  priceId?: string | undefined;
  quantity?: number | undefined;
};

/** A choice that is allowed. `items` is for Stripe: the existing item, by its id. */
export type ChosenPlan = {
  subscription: SubscriptionWithItems;
  plan: Plan;
  quantity: number;
  /** False where the subscription is that already. */
  differs: boolean;
  items: (Stripe.SubscriptionUpdateParams.Item & { id: string; price: string; quantity: number })[];
};

/**
 * Resolves what the holder of a subscription wants it to be. Seats stay as they are unless said otherwise; a price that
 * is not per seat has one.
 * @throws `not_found`, `subscription_not_changeable`, `price_unavailable` for a price that it cannot have,
 *   `invalid_input` for seats of a price that is not per seat
 */
export async function choosePlan(ctx: UserCtx, choice: PlanChoice): Promise<ChosenPlan> {
  const subscription = await findOwnSubscription(ctx, choice);
  requireAction(subscription, "change_plan");
  const item = subscription.items.find(({ productId }) => productId !== null);
  if (!item) throw fail("subscription_not_changeable", { reason: "no item of ours" });
  const plans = await listPlans(ctx, { held: [item] });
  const plan = plans.find(
    ({ price }) =>
      price.currency === item.currency &&
      (choice.priceId === undefined
        ? price.stripePriceId === item.stripePriceId
        : price.id === choice.priceId),
  );
  if (!plan) throw fail("price_unavailable", { reason: "not a price for this subscription" });
  const seats = plan.price.model === "per_seat" ? item.quantity : 1;
  const quantity = countSeats(plan.price, choice.quantity ?? seats);
  return {
    subscription,
    plan,
    quantity,
    differs: plan.price.stripePriceId !== item.stripePriceId || quantity !== item.quantity,
    items: [{ id: item.stripeItemId, price: plan.price.stripePriceId, quantity }],
  };
}
