import type { Ctx } from "../../context.ts";
import { listAllBenefits } from "../../catalog/store-editing.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";
import { idsOf } from "../../lib/rows.ts";

/** The types of benefits that need content (keys, files, pages). */
export const deliverableTypes = ["license_key", "download", "page"] as const;

const MAX_BENEFITS = 500;

/** Lists the benefits of a type, oldest first, with the products that include them. */
export async function listDeliverableBenefits(
  ctx: Ctx,
  input: { type: (typeof deliverableTypes)[number] },
) {
  const benefits = await listAllBenefits(ctx.db, { ...input, afterId: "", limit: MAX_BENEFITS });
  const products = await listProductsOfBenefits(ctx.db, idsOf(benefits));
  return benefits.map((benefit) => ({
    ...benefit,
    products: products
      .filter(({ benefitId }) => benefitId === benefit.id)
      .map(({ id, name }) => ({ id, name })),
  }));
}
