import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { listLinkedProducts } from "../../catalog/store-editing.ts";
import { fetchStripeDiff } from "./fetch-stripe-diff.ts";
import { addPendingPull } from "./pull-product.ts";
import { enqueueProductSync } from "./push-product.ts";
import { hasChanges } from "./stripe-diff.ts";

/** Small, since each product takes two requests to Stripe. */
const PAGE = 10;

/**
 * Compares a page of our products with Stripe and enqueues those that differ. A product that Stripe doesn't know is
 * left unchanged: if it was deleted, the backfill brings the event.
 * @param input.afterId the id of our last compared product
 * @returns the differences by Stripe's product id, how many products were compared, and the last one's id, or null at
 *   the end
 */
export async function compareProducts(
  ctx: Ctx,
  input: { afterId: string | null },
): Promise<{ differences: Map<string, string>; checked: number; last: string | null }> {
  const { mode } = ctx.config.stripe;
  const page = await listLinkedProducts(ctx.db, {
    mode,
    afterId: input.afterId ?? "",
    limit: PAGE,
  });
  const differences = new Map<string, string>();
  for (const { stripeProductId, ...product } of page) {
    if (!stripeProductId) continue;
    const diff = await fetchStripeDiff(ctx, {
      product: { ...product, stripeProductId },
      isDeletion: false,
    });
    if (!hasChanges(diff)) continue;
    const names = Object.keys(diff.product);
    const prices = diff.prices.length + diff.added.length;
    if (prices > 0) names.push("prices");
    differences.set(stripeProductId, `differs in ${names.join(", ")}`);
    await commit(ctx.db, [addPendingPull(ctx, { productId: product.id, reason: ctx.requestId })]);
    await enqueueProductSync(ctx, { productId: product.id });
  }
  return {
    differences,
    checked: page.length,
    last: page.length < PAGE ? null : (page.at(-1)?.id ?? null),
  };
}
