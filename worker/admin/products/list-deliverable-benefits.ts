import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { listAllBenefits } from "../../catalog/store-editing.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";

/** A benefit that needs content (keys, files, pages), and the products that include it. */
export type DeliverableBenefit = Pick<Benefit, "id" | "type" | "name"> & {
  products: { id: string; name: string }[];
};

const MAX_BENEFITS = 500;

/** Lists the benefits of a type, oldest first, with their products' names. */
export async function listDeliverableBenefits(
  ctx: Ctx,
  input: { type: "license_key" | "download" | "page" },
): Promise<DeliverableBenefit[]> {
  const benefits = await listAllBenefits(ctx.db, { ...input, afterId: "", limit: MAX_BENEFITS });
  const products = await listProductsOfBenefits(
    ctx.db,
    benefits.map(({ id }) => id),
  );
  return benefits.map(({ id, type, name }) => ({
    id,
    type,
    name,
    products: products
      .filter(({ benefitId }) => benefitId === id)
      .map(({ id, name }) => ({ id, name })),
  }));
}
