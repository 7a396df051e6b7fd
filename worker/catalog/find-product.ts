import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { findProduct, type ProductRow } from "./store.ts";

/** Returns a product. @throws `not_found` for an unknown product or one of the other mode */
export async function requireProduct(ctx: Ctx, id: string): Promise<ProductRow> {
  const product = await findProduct(ctx.db, id);
  if (product?.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no such product in this mode" });
  return product;
}

/** Returns the `updatedAt` for a change. It always increases, so two changes within a millisecond differ. */
export function nextUpdatedAt({ updatedAt }: Pick<ProductRow, "updatedAt">, now: number): number {
  return Math.max(now, updatedAt + 1);
}

/** Whether a product is or was for sale: Stripe knows it since it was first published, or since its import. */
export function wasPublished(product: Pick<ProductRow, "status" | "stripeProductId">): boolean {
  return product.status === "published" || product.stripeProductId !== null;
}
