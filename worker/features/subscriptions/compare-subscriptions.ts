import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { differences } from "../../lib/rows.ts";
import { mapStripeProducts } from "../catalog/list-product-ids.ts";
import { toSubscriptionFacts } from "./mirror-subscriptions.ts";
import { listSubscriptionsByStripeId } from "./store.ts";

/**
 * What differs between Stripe's subscriptions and their mirror, by Stripe's id; what agrees, and what is for none of our
 * products, is not in it.
 * @param input.subscriptions of our customers, with `latest_invoice` expanded
 */
export async function compareSubscriptions(
  ctx: Ctx,
  input: { subscriptions: Stripe.Subscription[] },
): Promise<Map<string, string>> {
  const { mode } = ctx.config.stripe;
  const [rows, ourProducts] = await Promise.all([
    listSubscriptionsByStripeId(
      ctx.db,
      mode,
      input.subscriptions.map(({ id }) => id),
    ),
    mapStripeProducts(ctx),
  ]);
  const rowOf = new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
  const found = new Map<string, string>();
  for (const subscription of input.subscriptions) {
    const row = rowOf.get(subscription.id);
    const ours = subscription.items.data.some(({ price: { product } }) =>
      ourProducts.has(typeof product === "string" ? product : product.id),
    );
    if (row) {
      const differing = differences(row, toSubscriptionFacts(subscription));
      if (differing.length > 0) found.set(subscription.id, `differs in ${differing.join(", ")}`);
    } else if (ours) {
      found.set(subscription.id, "was not mirrored");
    }
  }
  return found;
}
