import { toPublicPrice, type PublicPrice } from "../catalog/public-price.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";

/** A product as pages show what is about to be bought. */
export type IntendedProduct = { slug: string; name: string; image: string | null };

/** A price as the storefront shows it, and its product. */
export type PricedProduct = { product: IntendedProduct; price: PublicPrice };

/** Returns a price as the storefront shows it, with its product. */
export async function toPricedProduct(ctx: Ctx, found: PriceWithProduct): Promise<PricedProduct> {
  return {
    product: toIntendedProduct(found),
    price: toPublicPrice(found.price, await readTaxDisplay(ctx)),
  };
}

export function toIntendedProduct({ product: { slug, name, image } }: PriceWithProduct) {
  return { slug, name, image };
}
