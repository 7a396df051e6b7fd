import type { Ctx } from "../../context.ts";
import { listBenefits, type BenefitRow } from "./store.ts";

/** A look-up from product id to its benefits, in the seller's order. */
export async function listProductBenefits(
  ctx: Ctx,
  input: { productIds: string[] },
): Promise<(productId: string) => BenefitRow[]> {
  const rows = input.productIds.length === 0 ? [] : await listBenefits(ctx.db, input.productIds);
  return (productId) => rows.filter((row) => row.productId === productId).map((row) => row.benefit);
}
