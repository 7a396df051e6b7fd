import type { Ctx } from "../../context.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { listNamedProducts } from "../../catalog/map-product-summaries.ts";

/** Every product of this mode, archived ones too, by name: what a list of what was sold can be narrowed to. */
export async function listSoldProducts(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const ids = await listProductIds(ctx);
  const products = await listNamedProducts(ctx, { ids: [...ids] });
  return [...products.values()]
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
