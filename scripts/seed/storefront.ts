import { saveProduct } from "../../worker/admin/products/save-product.ts";
import { showEditableProduct } from "../../worker/admin/products/show-editable-product.ts";
import { saveImage } from "../../worker/catalog/images.ts";
import { saveSample } from "../../worker/catalog/samples.ts";
import { findProductBySlug } from "../../worker/catalog/store.ts";
import type { Ctx } from "../../worker/context.ts";
import { eInvoiceSettings } from "../../worker/settings/e-invoice-settings.ts";
import { storefrontSettings } from "../../worker/settings/storefront-settings.ts";
import { locales, sourceLocale } from "../../worker/shared/locales.ts";
import type { ProductMedia } from "../../worker/shared/product-media.ts";
import { withShop, type ShopEnvironment } from "../shop/with-shop.ts";
import { readDownload, readTranslatedTexts } from "./content.ts";
import { drawPicture, seedPictures } from "./draw-picture.ts";

/** The sections of the demo shop, with the slugs of their products. The last products are in none. */
export const seedSections: { name: string; slugs: string[] }[] = [
  { name: "Every month", slugs: ["membership", "studio-membership", "classroom"] },
  { name: "To keep", slugs: ["field-handbook", "shoreline", "under-the-surface"] },
];

/** The product with pictures, and those with a sound that everybody may hear. */
const PICTURED = "shoreline";
const samples: Record<string, { fileName: string; title: string }[]> = {
  membership: [{ fileName: "slack-tide.wav", title: "Slack tide, one second of it" }],
  shoreline: [
    { fileName: "01-shingle-waterline.wav", title: "Shingle, from the waterline" },
    { fileName: "03-harbor-wall.wav", title: "Harbor wall, slack tide" },
  ],
  "dawn-chorus": [{ fileName: "dawn-chorus-sample.wav", title: "Four hours, in one second" }],
};

/**
 * Arranges the storefront of the demo shop, names its seller, and gives its products pictures and sounds, with the same
 * verbs as the console. Leaves out what the shop does not have, and pictures where the team has chosen one.
 */
export async function seedStorefront(environment: ShopEnvironment): Promise<void> {
  await withShop(environment, "seed", async (newCtx) => {
    for (const slug of Object.keys(samples)) await addMedia(newCtx(), slug);
    await arrangeSections(newCtx());
    await nameSeller(newCtx());
  });
}

/** Who sells, as receipts name it. Leaves what the team has entered. */
async function nameSeller(ctx: Ctx): Promise<void> {
  const before = await eInvoiceSettings.read(ctx);
  if (before.name !== "") return;
  await eInvoiceSettings.save(ctx, {
    ...before,
    name: "Tidewater Recordings",
    street: "14 Quay Street",
    postalCode: "04856",
    city: "Rockport, Maine",
    country: "US",
  });
}

async function addMedia(ctx: Ctx, productSlug: string): Promise<void> {
  const row = await findProductBySlug(ctx.db, productSlug);
  if (!row || row.image !== null || row.media !== null) return;
  const { id, slug, name, tagline, description, planGroup, updatedAt } = await showEditableProduct(
    ctx,
    row,
  );
  const [cover = null, ...pictures] = productSlug === PICTURED ? await savePictures(ctx) : [];
  const sounds: ProductMedia["samples"] = [];
  for (const { fileName, title } of samples[productSlug] ?? []) {
    const { bytes } = readDownload(fileName);
    sounds.push({ ...(await saveSample(ctx, new Blob([new Uint8Array(bytes)]).stream())), title });
  }
  const media = { cover, pictures, samples: sounds };
  const details = { slug, name, tagline, description, planGroup, updatedAt };
  await saveProduct(ctx, { id, ...details, image: cover?.url ?? null, media });
}

async function savePictures(ctx: Ctx): Promise<ProductMedia["pictures"]> {
  const saved: ProductMedia["pictures"] = [];
  for (const picture of seedPictures) {
    const { alt, width, height } = picture;
    const { url } = await saveImage(ctx, { body: new Blob([drawPicture(picture)]).stream() });
    saved.push({ url, alt, width, height });
  }
  return saved;
}

async function arrangeSections(ctx: Ctx): Promise<void> {
  const before = await storefrontSettings.read(ctx);
  if (before.sections.length > 0) return;
  const sections = [];
  for (const [index, { name, slugs }] of seedSections.entries()) {
    const rows = await Promise.all(slugs.map((slug) => findProductBySlug(ctx.db, slug)));
    const translated = locales
      .filter((locale) => locale !== sourceLocale)
      .map((locale) => [locale, readTranslatedTexts(locale).sections[name] ?? ""]);
    sections.push({
      id: `section-${index + 1}`,
      name,
      names: Object.fromEntries(translated) as Record<string, string>,
      productIds: rows.flatMap((row) => row?.id ?? []),
    });
  }
  await storefrontSettings.save(ctx, { ...before, sections });
}
