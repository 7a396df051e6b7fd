import type { Ctx } from "../context.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import { listOpenCheckoutsOfUsers } from "../purchases/checkout/store.ts";

/** A purchase that a user began and has not paid. `url`: Stripe's page where it continues. */
export type UnpaidCheckout = { id: string; productId: string; productName: string; url: string };

/** Returns the open checkouts of a user, newest first. Gifts for others are left out: they are begun anew. */
export async function listUnpaidCheckouts(
  ctx: Ctx,
  { userId }: { userId: string },
): Promise<UnpaidCheckout[]> {
  const rows = await listOpenCheckoutsOfUsers(ctx.db, [userId], ctx.config.stripe.mode);
  const open = rows.filter(({ expiresAt, gift }) => expiresAt > ctx.now && gift === null);
  if (open.length === 0) return [];
  const products = await mapProductSummaries(ctx, { ids: open.map(({ productId }) => productId) });
  return open
    .toSorted((a, b) => b.createdAt - a.createdAt)
    .flatMap(({ id, productId, url }) => {
      const product = products.get(productId);
      return product && url ? [{ id, productId, productName: product.name, url }] : [];
    });
}
