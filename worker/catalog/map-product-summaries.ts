import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { listProductsById, type ProductRow } from "./store.ts";

/** A product as it is named beside what somebody owns. Archived ones are still named. */
export type NamedProduct = Pick<
  ProductRow,
  "id" | "slug" | "name" | "tagline" | "image" | "exclusiveGroup"
>;

/** Products by id, whatever their status. */
export async function listNamedProducts(
  ctx: Ctx,
  input: { ids: string[] },
): Promise<Map<string, NamedProduct>> {
  const rows = input.ids.length === 0 ? [] : await listProductsById(ctx.db, input.ids);
  return new Map(
    rows.map(({ id, slug, name, tagline, image, exclusiveGroup }) => [
      id,
      { id, slug, name, tagline, image, exclusiveGroup },
    ]),
  );
}

/** @throws `not_found` */
export async function findNamedProduct(ctx: Ctx, input: { id: string }): Promise<NamedProduct> {
  const product = (await listNamedProducts(ctx, { ids: [input.id] })).get(input.id);
  if (!product) throw fail("not_found", { reason: "no such product" });
  return product;
}
