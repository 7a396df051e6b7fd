import type { Ctx } from "../context.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { translateRows, type Langs } from "../translations/translate.ts";
import { toPublicPrice, type PublicPrice } from "./public-price.ts";
import { listPricesForBenefits, type ProductRow } from "./store.ts";

/** A product for sale, offered to a user who asked for one of its benefits. */
export type PurchasableProduct = Pick<ProductRow, "id" | "slug" | "name" | "tagline" | "image"> & {
  prices: PublicPrice[];
} & Langs<"name" | "tagline">;

/** Lists published products that include one of these benefits and have an active price, in the seller's order. */
export async function listProductsWithBenefits(
  ctx: Ctx,
  input: { benefitIds: string[] },
): Promise<PurchasableProduct[]> {
  const [rows, taxDisplay] = await Promise.all([
    listPricesForBenefits(ctx.db, ctx.config.stripe.mode, input.benefitIds),
    readTaxDisplay(ctx),
  ]);
  const byId = new Map<string, PurchasableProduct>();
  for (const { product, price } of rows) {
    const { id, slug, name, tagline, image } = product;
    const entry = byId.get(id) ?? { id, slug, name, tagline, image, prices: [] };
    entry.prices.push(toPublicPrice(price, taxDisplay));
    byId.set(id, entry);
  }
  return translateRows(ctx, [...byId.values()], ["name", "tagline"]);
}
