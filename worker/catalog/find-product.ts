import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { findProduct, type ProductRow } from "./store.ts";

/** @throws `not_found` for a product that nobody has, and for one of the other mode */
export async function findProductOfMode(ctx: Ctx, id: string): Promise<ProductRow> {
  const product = await findProduct(ctx.db, id);
  if (product?.mode !== ctx.config.stripe.mode)
    throw fail("not_found", { reason: "no such product in this mode" });
  return product;
}

/** The time of a change: two within a millisecond are told apart by it. */
export function laterThan({ updatedAt }: Pick<ProductRow, "updatedAt">, now: number): number {
  return Math.max(now, updatedAt + 1);
}
