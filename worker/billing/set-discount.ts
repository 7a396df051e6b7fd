import type Stripe from "stripe";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import type { SubscriptionRow } from "../purchases/subscriptions/store.ts";
import { idempotencyKey } from "../stripe/idempotency.ts";
import { idOf } from "../stripe/references.ts";
import { callStripe } from "./call-stripe.ts";

/** What lowers the next charges of a subscription, by its id at Stripe. */
export type ChosenDiscount = { promotion_code: string } | { coupon: string };

/**
 * Lets this discount be the only one of a subscription at Stripe; null for none. The caller checks permissions and syncs
 * afterward.
 * @param options.keepsOthers refuses to replace a discount that the subscription has
 * @returns whether anything changed
 * @throws `subscription_not_changeable`, in Stripe's words, if the discount has conditions that the subscription does not
 *   meet; `stripe_unavailable`
 */
export async function setDiscountAtStripe(
  ctx: Ctx,
  row: Pick<SubscriptionRow, "id" | "stripeSubscriptionId">,
  chosen: ChosenDiscount | null,
  { keepsOthers = false } = {},
): Promise<boolean> {
  const { subscriptions } = ctx.stripe;
  const retrieve = () =>
    subscriptions.retrieve(row.stripeSubscriptionId, { expand: ["discounts"] });
  const isAsChosen = ({ discounts }: Stripe.Subscription) =>
    chosen === null
      ? discounts.length === 0
      : discounts.length === 1 && isDiscount(discounts[0], chosen);
  const found = await callStripe(retrieve);
  if (isAsChosen(found)) return false;
  if (keepsOthers && found.discounts.length > 0)
    throw fail("subscription_not_changeable", { reason: "it has another discount" });
  const params: Stripe.SubscriptionUpdateParams = { discounts: chosen === null ? "" : [chosen] };
  const key = await idempotencyKey("discount", `${row.id}:${ctx.requestId}`, params);
  await callStripe(
    () => subscriptions.update(row.stripeSubscriptionId, params, key),
    async () => {
      const now = await retrieve();
      return isAsChosen(now) ? now : undefined;
    },
  );
  return true;
}

function isDiscount(found: string | Stripe.Discount | undefined, chosen: ChosenDiscount): boolean {
  if (typeof found !== "object") return false;
  return "coupon" in chosen
    ? idOf(found.source.coupon) === chosen.coupon
    : idOf(found.promotion_code) === chosen.promotion_code;
}
