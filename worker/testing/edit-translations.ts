import { showEditableProduct } from "../admin/products/show-editable-product.ts";
import type { ProductEdit } from "../catalog/schema.ts";
import type { Ctx } from "../context.ts";
import type { Translations } from "../translations/schema.ts";
import { editProduct } from "./edit-product.ts";

/** Gives a product exactly these translations. */
export function translateProduct(
  ctx: Ctx,
  id: string,
  translations: NonNullable<ProductEdit["translations"]>,
): Promise<void> {
  return editProduct(ctx, id, { translations });
}

/** Gives a benefit exactly these translations, on the screen of one of its products. */
export async function translateBenefit(
  ctx: Ctx,
  input: {
    productId: string;
    benefitId: string;
    translations: Translations<"name" | "note">;
    /** The one that the edit started from; the current one by default. */
    version?: string;
  },
): Promise<void> {
  const { productId, benefitId, translations } = input;
  const { benefits } = await showEditableProduct(ctx, { id: productId });
  await editProduct(ctx, productId, {
    benefits: benefits.map(({ id, version }) =>
      id === benefitId ? { id, version: input.version ?? version, translations } : { id },
    ),
  });
}
