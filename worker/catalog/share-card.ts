import type { Ctx } from "../context.ts";
import { toProductCard, type ProductCard } from "../drawing/share-card.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { resolvePriceTax } from "./price-tax.ts";
import { listPrices } from "./store-editing.ts";
import type { PriceRow, ProductRow } from "./store.ts";
import { idsOf } from "../lib/rows.ts";

/**
 * Whether a price is on the picture of links to a product. On a draft, also prices that Stripe does not have yet: they
 * are created there when it is published.
 */
export function isShownPrice(
  { status }: Pick<ProductRow, "status">,
  { active, stripePriceId }: Pick<PriceRow, "active" | "stripePriceId">,
): boolean {
  return active && (status === "draft" || stripePriceId !== null);
}

/** Returns what the pictures of links to these products have to show, in their order. */
export async function listProductCards(
  ctx: Ctx,
  products: Pick<ProductRow, "id" | "slug" | "name" | "image" | "status">[],
): Promise<ProductCard[]> {
  const [shop, taxDisplay, prices] = await Promise.all([
    readShopSettings(ctx),
    readTaxDisplay(ctx),
    listPrices(ctx.db, idsOf(products)),
  ]);
  return products.map((product) => {
    const shown = prices
      .filter((price) => price.productId === product.id && isShownPrice(product, price))
      .map((price) => ({ ...price, tax: resolvePriceTax(taxDisplay, price) }));
    return toProductCard({ ...product, prices: shown }, shop);
  });
}
