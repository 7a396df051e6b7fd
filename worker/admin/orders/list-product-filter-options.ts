import type { Ctx } from "../../context.ts";
import { listProductIds } from "../../catalog/list-product-ids.ts";
import { mapProductSummaries } from "../../catalog/map-product-summaries.ts";

/** Lists every product of this mode by name, archived ones too, as options to filter by. */
export async function listProductFilterOptions(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  const ids = await listProductIds(ctx);
  const products = await mapProductSummaries(ctx, { ids: [...ids] });
  return [...products.values()]
    .map(({ id, name }) => ({ id, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
