import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { changedRows, differences } from "../../lib/rows.ts";
import { mapStripeProducts } from "../../catalog/list-product-ids.ts";
import { completeSubscriptions } from "./expand-subscriptions.ts";
import { toItemRow, toSubscriptionFacts } from "./mirror-subscriptions.ts";
import {
  listItems,
  listSubscriptionsByStripeId,
  type SubscriptionItemRow,
} from "../../purchases/subscriptions/store.ts";

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
  const [subscriptions, rows, ourProducts] = await Promise.all([
    completeSubscriptions(ctx.stripe, input.subscriptions),
    listSubscriptionsByStripeId(
      ctx.db,
      mode,
      input.subscriptions.map(({ id }) => id),
    ),
    mapStripeProducts(ctx),
  ]);
  const mirroredItems = await listItems(
    ctx.db,
    rows.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
  const found = new Map<string, string>();
  for (const subscription of subscriptions) {
    const row = rowOf.get(subscription.id);
    const items = subscription.items.data.map((item) =>
      toItemRow(item, row?.id ?? "", ourProducts),
    );
    if (row) {
      const differing: string[] = differences(row, toSubscriptionFacts(subscription));
      const mirrored = mirroredItems.filter(({ subscriptionId }) => subscriptionId === row.id);
      if (!isSameItems(mirrored, items)) differing.push("items");
      if (differing.length > 0) found.set(subscription.id, `differs in ${differing.join(", ")}`);
    } else if (items.some(({ productId }) => productId !== null)) {
      found.set(subscription.id, "was not mirrored");
    }
  }
  return found;
}

function isSameItems(mirrored: SubscriptionItemRow[], items: SubscriptionItemRow[]): boolean {
  const changed = changedRows(mirrored, items, ({ stripeItemId }) => stripeItemId);
  return mirrored.length === items.length && changed.length === 0;
}
