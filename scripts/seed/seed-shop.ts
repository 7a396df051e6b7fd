import type { Ctx } from "../../worker/context.ts";
import { createProduct } from "../../worker/admin/products/create-product.ts";
import { publishProduct } from "../../worker/admin/products/publish-product.ts";
import { newProduct } from "../../worker/admin/products/schema.ts";
import { showShop } from "../../worker/storefront/show-shop.ts";
import { addFileVersion } from "../../worker/admin/files/add-file-version.ts";
import { createFile } from "../../worker/admin/files/create-file.ts";
import { attachPage } from "../../worker/admin/pages/attach-page.ts";
import { createPage } from "../../worker/admin/pages/create-page.ts";
import { publishPage } from "../../worker/admin/pages/publish-page.ts";
import { newPage } from "../../worker/admin/pages/schema.ts";
import { upsertPortalConfiguration } from "../stripe/portal.ts";
import { withShop, type ShopEnvironment } from "../shop/with-shop.ts";
import { seedProducts, type SeedFile, type SeedProduct } from "./products.ts";
import { seedStorefront } from "./storefront.ts";
import { seedTranslations } from "./translations.ts";
import { readDescription, readDownload, readPages } from "./content.ts";

/**
 * Adds the demo catalog to an empty shop, with the same verbs as the console, and the portal's configuration. Does
 * nothing if there are products.
 */
export async function seedShop(environment: ShopEnvironment): Promise<void> {
  const isNew = await seedCatalog(environment);
  if (!isNew) return;
  await seedTranslations(environment);
  await seedStorefront(environment);
}

/** @returns whether the shop was empty */
function seedCatalog(environment: ShopEnvironment): Promise<boolean> {
  return withShop(environment, "seed", async (newCtx) => {
    const ctx = newCtx();
    const shop = await showShop(ctx);
    if (shop.products.length > 0) return false;
    await configurePortal(ctx);
    const pageIds = new Map<string, string>();
    for (const page of readPages()) {
      const { id } = await createPage(newCtx(), newPage.parse(page));
      await publishPage(newCtx(), { id });
      pageIds.set(page.slug, id);
    }
    for (const [position, product] of seedProducts.entries())
      await seedProduct(newCtx, { product, position, pageIds });
    return true;
  });
}

/** Adds the portal's configuration alone, to a shop that has no products. */
export const seedPortal = (environment: ShopEnvironment): Promise<void> =>
  withShop(environment, "seed", (newCtx) => configurePortal(newCtx()));

/** Does what the setup does with an account at Stripe, so that its billing pages offer the same here. */
async function configurePortal(ctx: Ctx): Promise<void> {
  const { configurations } = ctx.stripe.billingPortal;
  await upsertPortalConfiguration(configurations, `${ctx.config.origin}/account/billing`);
}

/** Creates a product, and publishes it after its files and pages are added. */
async function seedProduct(
  newCtx: () => Ctx,
  input: { product: SeedProduct; position: number; pageIds: Map<string, string> },
): Promise<void> {
  const { product, position, pageIds } = input;
  const benefits = product.benefits.map(({ type, name, settings }) => ({ type, name, settings }));
  const { id, benefitIds } = await createProduct(newCtx(), {
    ...newProduct.parse({ ...product, description: readDescription(product.slug), benefits }),
    position,
  });
  for (const [index, benefit] of product.benefits.entries()) {
    const benefitId = benefitIds[index] ?? "";
    for (const file of benefit.files ?? []) await seedFile(newCtx, benefitId, file);
    for (const slug of benefit.pages ?? [])
      await attachPage(newCtx(), { benefitId, pageId: pageIds.get(slug) ?? "" });
  }
  await publishProduct(newCtx(), { productId: id });
}

async function seedFile(newCtx: () => Ctx, benefitId: string, file: SeedFile): Promise<void> {
  const { name, fileName, label = "" } = file;
  const { contentType, bytes } = readDownload(fileName);
  const { id: fileId } = await createFile(newCtx(), { benefitId, name });
  await addFileVersion(newCtx(), {
    fileId,
    label,
    fileName,
    contentType,
    size: bytes.length,
    body: new Blob([new Uint8Array(bytes)]).stream(),
  });
}
