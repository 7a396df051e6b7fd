import type { Ctx } from "../context.ts";
import type { Benefit } from "./benefit.ts";
import { listBenefits, listBenefitsById } from "./store.ts";

/** Loads the benefits of products. Returns a function from product id to its benefits, in the seller's order. */
export async function mapBenefitsByProduct(
  ctx: Ctx,
  input: { productIds: string[] },
): Promise<(productId: string) => Benefit[]> {
  const rows = input.productIds.length === 0 ? [] : await listBenefits(ctx.db, input.productIds);
  return (productId) => rows.filter((row) => row.productId === productId).map((row) => row.benefit);
}

/** Returns benefits by id, of any product. */
export async function mapBenefitsById(
  ctx: Ctx,
  input: { ids: string[] },
): Promise<Map<string, Benefit>> {
  const rows = input.ids.length === 0 ? [] : await listBenefitsById(ctx.db, input.ids);
  return new Map(rows.map((row) => [row.id, row]));
}
