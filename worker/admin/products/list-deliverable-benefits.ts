import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { listAllBenefits } from "../../catalog/store-editing.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";

/** A benefit that things are put into (keys, files, pages), and what gives it. */
export type Good = Pick<Benefit, "id" | "type" | "name"> & {
  products: { id: string; name: string }[];
};

const SHOWN = 500;

/** The benefits of a type, oldest first, with their products' names. */
export async function listGoods(
  ctx: Ctx,
  input: { type: "license_key" | "download" | "page" },
): Promise<Good[]> {
  const benefits = await listAllBenefits(ctx.db, { ...input, afterId: "", limit: SHOWN });
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
