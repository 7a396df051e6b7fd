import { getPlatformProxy } from "wrangler";
import { createContext } from "../worker/context.ts";
import { createProduct } from "../worker/features/catalog/create-product.ts";
import { publishProduct } from "../worker/features/catalog/publish-product.ts";
import { newProduct } from "../worker/features/catalog/schema.ts";
import { showShop } from "../worker/features/catalog/show-shop.ts";
import { seedCatalog as products } from "./seed-catalog.ts";

/**
 * Fills an empty shop with the demo catalog through the verbs a seller's console uses. A shop with products is left
 * as it is.
 */
export async function seedCatalog(options: {
  persistTo: string;
  vars: Record<string, string>;
}): Promise<void> {
  const platform = await getPlatformProxy<Env>({
    configPath: "wrangler.toml",
    persist: { path: options.persistTo },
  });
  try {
    const env = { ...platform.env, ...options.vars };
    const ctx = createContext(env, platform.ctx, { type: "system", job: "seed" });
    const shop = await showShop(ctx);
    if (shop.products.length > 0) return;
    for (const [position, product] of products.entries()) {
      const { id } = await createProduct(ctx, { ...newProduct.parse(product), position });
      await publishProduct(ctx, { productId: id });
    }
  } finally {
    await platform.dispose();
  }
}
