import { getPlatformProxy } from "wrangler";
import { createContext } from "../worker/context.ts";
import { createProduct } from "../worker/features/catalog/create-product.ts";
import { publishProduct } from "../worker/features/catalog/publish-product.ts";
import { newProduct } from "../worker/features/catalog/schema.ts";
import { showShop } from "../worker/features/catalog/show-shop.ts";
import type { Settings } from "./deploy-settings.ts";
import { seedCatalog } from "./seed-catalog.ts";

/**
 * Fills a preview's shop with the demo catalog through the ordinary verbs: they run here, on the preview's own database
 * by a remote binding. A shop with products is left as it is.
 */
export async function seedPreview(configPath: string, settings: Settings): Promise<void> {
  const platform = await getPlatformProxy<Env>({ configPath, persist: false });
  try {
    const env = { ...platform.env, ...settings.vars, ...settings.secrets };
    const ctx = createContext(env, platform.ctx, { type: "system", job: "seed" });
    const shop = await showShop(ctx);
    if (shop.products.length > 0) return;
    for (const [position, product] of seedCatalog.entries()) {
      const { id } = await createProduct(ctx, { ...newProduct.parse(product), position });
      await publishProduct(ctx, { productId: id });
    }
  } finally {
    await platform.dispose();
  }
}
