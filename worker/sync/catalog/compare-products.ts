import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listPrices, listProductsByStripeId } from "../../catalog/store-editing.ts";
import { idOf } from "../../stripe/references.ts";
import { addPendingPull } from "./pull-product.ts";
import { enqueueProductSync } from "./push-product.ts";
import { computeStripeDiff, hasChanges } from "./stripe-diff.ts";

/**
 * Compares a page of Stripe's products or prices with ours, and enqueues our products that differ. What a list lacks is
 * left unchanged: if it was deleted, the backfill brings the event.
 * @returns the differences by Stripe's product id
 */
export async function compareProducts(
  ctx: Ctx,
  input: { products?: Stripe.Product[]; prices?: Stripe.Price[] },
): Promise<Map<string, string>> {
  const { products = [], prices = [] } = input;
  const found = new Map(products.map((product) => [product.id, product]));
  const pricesOf = Map.groupBy(prices, ({ product }) => idOf(product) ?? "");
  const ours = await listProductsByStripeId(ctx.db, ctx.config.stripe.mode, [
    ...new Set([...found.keys(), ...pricesOf.keys()]),
  ]);
  const ourPrices =
    prices.length === 0
      ? []
      : await listPrices(
          ctx.db,
          ours.map(({ id }) => id),
        );
  const differences = new Map<string, string>();
  for (const product of ours) {
    const { id, stripeProductId } = product;
    if (stripeProductId === null) continue;
    const diff = computeStripeDiff({
      product,
      prices: ourPrices.filter(({ productId }) => productId === id),
      fetched: {
        product: found.get(stripeProductId),
        prices: pricesOf.get(stripeProductId) ?? [],
        deletedPriceIds: new Set(),
      },
    });
    if (!hasChanges(diff)) continue;
    const names = Object.keys(diff.product);
    if (diff.prices.length + diff.added.length > 0) names.push("prices");
    differences.set(stripeProductId, `differs in ${names.join(", ")}`);
    await commit(ctx.db, [addPendingPull(ctx, { productId: id, reason: ctx.requestId })]);
    await enqueueProductSync(ctx, { productId: id });
  }
  return differences;
}
