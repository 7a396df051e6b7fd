import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { listProductsById, type ProductRow } from "./store.ts";

/** The product fields shown with a purchase or gift. */
export type ProductSummary = Pick<
  ProductRow,
  "id" | "slug" | "name" | "tagline" | "image" | "planGroup"
>;

/** Returns products by id, in any status. */
export async function mapProductSummaries(
  ctx: Ctx,
  input: { ids: string[] },
): Promise<Map<string, ProductSummary>> {
  const rows = input.ids.length === 0 ? [] : await listProductsById(ctx.db, input.ids);
  return new Map(
    rows.map(({ id, slug, name, tagline, image, planGroup }) => [
      id,
      { id, slug, name, tagline, image, planGroup },
    ]),
  );
}

/** Returns one product, in any status. @throws `not_found` */
export async function findProductSummary(ctx: Ctx, input: { id: string }): Promise<ProductSummary> {
  const product = (await mapProductSummaries(ctx, { ids: [input.id] })).get(input.id);
  if (!product) throw fail("not_found", { reason: "no such product" });
  return product;
}
