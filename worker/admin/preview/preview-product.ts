import { requireProduct } from "../../catalog/find-product.ts";
import type { Ctx } from "../../context.ts";
import { showDraftProduct } from "../../storefront/show-shop.ts";

/**
 * Returns a product as its page will show it, in any status.
 * @throws `not_found`
 */
export async function previewProduct(ctx: Ctx, input: { id: string }) {
  const row = await requireProduct(ctx, input.id);
  return { status: row.status, product: await showDraftProduct(ctx, row) };
}
