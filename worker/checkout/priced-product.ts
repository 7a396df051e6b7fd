import { toPublicPrice, type PublicPrice } from "../catalog/public-price.ts";
import type { PriceWithProduct } from "../catalog/require-price.ts";
import type { Ctx } from "../context.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { mapTranslations } from "../translations/translate.ts";

/** A product as pages show what is about to be bought. */
export type IntendedProduct = { slug: string; name: string; image: string | null };

/** A price as the storefront shows it, and its product. */
export type PricedProduct = { product: IntendedProduct; price: PublicPrice };

/** Returns a price as the storefront shows it, with its product, named in the language of `ctx.texts`. */
export async function toPricedProduct(ctx: Ctx, found: PriceWithProduct): Promise<PricedProduct> {
  const { product, price } = found;
  const [translate, taxDisplay] = await Promise.all([
    mapTranslations(ctx, { ids: [product.id], fields: ["name"] }),
    readTaxDisplay(ctx),
  ]);
  return {
    product: toIntendedProduct({ ...found, product: translate(product, ["name"]) }),
    price: toPublicPrice(price, taxDisplay),
  };
}

export function toIntendedProduct({ product: { slug, name, image } }: PriceWithProduct) {
  return { slug, name, image };
}
