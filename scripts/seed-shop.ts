import type { Ctx } from "../worker/context.ts";
import { createProduct } from "../worker/admin/products/create-product.ts";
import { publishProduct } from "../worker/admin/products/publish-product.ts";
import { newProduct } from "../worker/catalog/schema.ts";
import { showShop } from "../worker/shop/storefront/show-shop.ts";
import { addFileVersion } from "../worker/admin/files/add-file-version.ts";
import { createFile } from "../worker/admin/files/create-file.ts";
import { attachPage } from "../worker/admin/pages/attach-page.ts";
import { createPage } from "../worker/admin/pages/create-page.ts";
import { publishPage } from "../worker/admin/pages/publish-page.ts";
import { newPage } from "../worker/admin/pages/schema.ts";
import { withShop, type ShopPlace } from "./with-shop.ts";
import { seedCatalog as products, type SeedProduct } from "./seed-products.ts";
import type { SeedFile } from "./seed-files.ts";
import { seedPages } from "./seed-pages.ts";

/**
 * Fills an empty shop with the demo catalog through the verbs a seller's console uses. A shop with products is left
 * as it is.
 */
export async function seedCatalog(place: ShopPlace): Promise<void> {
  await withShop(place, "seed", async (newCtx) => {
    const ctx = newCtx();
    const shop = await showShop(ctx);
    if (shop.products.length > 0) return;
    const pageIds = new Map<string, string>();
    for (const page of seedPages) {
      const { id } = await createPage(newCtx(), newPage.parse(page));
      await publishPage(newCtx(), { id });
      pageIds.set(page.slug, id);
    }
    for (const [position, product] of products.entries())
      await seedProduct(newCtx, { product, position, pageIds });
  });
}

/** On sale only when everything is in it. */
async function seedProduct(
  newCtx: () => Ctx,
  input: { product: SeedProduct; position: number; pageIds: Map<string, string> },
): Promise<void> {
  const { product, position, pageIds } = input;
  const benefits = product.benefits.map(({ type, name, settings }) => ({ type, name, settings }));
  const { id, benefitIds } = await createProduct(newCtx(), {
    ...newProduct.parse({ ...product, benefits }),
    position,
  });
  for (const [at, benefit] of product.benefits.entries()) {
    const benefitId = benefitIds[at] ?? "";
    for (const file of benefit.files ?? []) await seedFile(newCtx, benefitId, file);
    for (const slug of benefit.pages ?? [])
      await attachPage(newCtx(), { benefitId, pageId: pageIds.get(slug) ?? "" });
  }
  await publishProduct(newCtx(), { productId: id });
}

async function seedFile(newCtx: () => Ctx, benefitId: string, file: SeedFile): Promise<void> {
  const { name, label, fileName, contentType, make } = file;
  const { id: fileId } = await createFile(newCtx(), { benefitId, name });
  const bytes = make();
  await addFileVersion(newCtx(), {
    fileId,
    label,
    fileName,
    contentType,
    size: bytes.length,
    body: new Blob([new Uint8Array(bytes)]).stream(),
  });
}
