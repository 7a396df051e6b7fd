import { createProduct } from "../worker/features/catalog/create-product.ts";
import { publishProduct } from "../worker/features/catalog/publish-product.ts";
import { newProduct } from "../worker/features/catalog/schema.ts";
import { showShop } from "../worker/features/catalog/show-shop.ts";
import { withShop, type ShopPlace } from "./open-shop.ts";
import { seedCatalog as products } from "./seed-catalog.ts";

/**
 * Fills an empty shop with the demo catalog through the verbs a seller's console uses. A shop with products is left
 * as it is.
 */
export async function seedCatalog(place: ShopPlace): Promise<void> {
  await withShop(place, "seed", async (newCtx) => {
    const ctx = newCtx();
    const shop = await showShop(ctx);
    if (shop.products.length > 0) return;
    for (const [position, product] of products.entries()) {
      const { id } = await createProduct(ctx, { ...newProduct.parse(product), position });
      await publishProduct(ctx, { productId: id });
    }
  });
}
