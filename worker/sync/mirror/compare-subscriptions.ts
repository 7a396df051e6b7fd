import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { changedRows, findChangedFields, idsOf } from "../../lib/rows.ts";
import { mapStripeProductIds } from "../../catalog/list-product-ids.ts";
import { SECOND } from "../../lib/time.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { expandSubscriptions } from "./expand-subscriptions.ts";
import { toSubscriptionFacts } from "./mirror-subscriptions.ts";
import { listStripeProductIds, toItemRows } from "./to-item-rows.ts";
import {
  listSubscriptionItems,
  listSubscriptionsByStripeId,
  type SubscriptionItemRow,
} from "../../purchases/subscriptions/store.ts";

/**
 * Compares subscriptions with their mirror and returns the differences by Stripe's id. Subscriptions to none of our
 * products are skipped.
 * @param input.subscriptions subscriptions of our customers, with `SUBSCRIPTION_EXPANSIONS`
 */
export async function compareSubscriptions(
  ctx: Ctx,
  input: { subscriptions: Stripe.Subscription[] },
): Promise<Map<string, string>> {
  const { mode } = ctx.config.stripe;
  const [subscriptions, rows, taxDisplay] = await Promise.all([
    expandSubscriptions(ctx.stripe, input.subscriptions, Math.floor(ctx.now / SECOND)),
    listSubscriptionsByStripeId(ctx.db, mode, idsOf(input.subscriptions)),
    readTaxDisplay(ctx),
  ]);
  const [mirroredItems, ourProducts] = await Promise.all([
    listSubscriptionItems(ctx.db, idsOf(rows)),
    mapStripeProductIds(ctx, { stripeProductIds: listStripeProductIds(subscriptions) }),
  ]);
  const rowsByStripeId = new Map(rows.map((row) => [row.stripeSubscriptionId, row]));
  const differences = new Map<string, string>();
  for (const subscription of subscriptions) {
    const row = rowsByStripeId.get(subscription.id);
    const items = toItemRows(subscription, row?.id ?? "", { ourProducts, taxDisplay });
    if (row) {
      const differing: string[] = findChangedFields(row, toSubscriptionFacts(subscription));
      const mirrored = mirroredItems.filter(({ subscriptionId }) => subscriptionId === row.id);
      if (!isSameItems(mirrored, items)) differing.push("items");
      if (differing.length > 0)
        differences.set(subscription.id, `differs in ${differing.join(", ")}`);
    } else if (items.some(({ productId }) => productId !== null)) {
      differences.set(subscription.id, "was not mirrored");
    }
  }
  return differences;
}

function isSameItems(mirrored: SubscriptionItemRow[], items: SubscriptionItemRow[]): boolean {
  const changed = changedRows(mirrored, items, ({ stripeItemId }) => stripeItemId);
  return mirrored.length === items.length && changed.length === 0;
}
