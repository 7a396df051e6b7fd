import { fileNameField } from "../../worker/shared/file-text-fields.ts";
import type { Ctx } from "../../worker/context.ts";
import { saveProduct } from "../../worker/admin/products/save-product.ts";
import { showEditableProduct } from "../../worker/admin/products/show-editable-product.ts";
import { showPageSource } from "../../worker/admin/pages/list-pages.ts";
import { updatePage } from "../../worker/admin/pages/update-page.ts";
import { findProductBySlug } from "../../worker/catalog/store.ts";
import { findPageBySlug } from "../../worker/delivery/pages/store.ts";
import { legalPages } from "../../worker/shared/legal-pages.ts";
import { locales, sourceLocale, type Locale } from "../../worker/shared/locales.ts";
import { readLegalTexts, saveLegalTexts } from "../../worker/settings/legal-pages.ts";
import { readShopSettings, saveShopDetails } from "../../worker/settings/shop-settings.ts";
import {
  readPages,
  readTranslatedLegalText,
  readTranslatedPage,
  readTranslatedProduct,
  readTranslatedTexts,
} from "./content.ts";
import { seedProducts } from "./products.ts";
import { withShop, type ShopEnvironment } from "../shop/with-shop.ts";

/** The languages that the demo shop has texts in, besides its own. */
const seededLocales = locales.filter((locale) => locale !== sourceLocale);

/**
 * Gives the products, pages and legal pages of the demo shop, and its line, texts in every language, with the same verbs
 * as the console. Leaves out what the shop does not have.
 */
export async function seedTranslations(environment: ShopEnvironment): Promise<void> {
  await withShop(environment, "seed", async (newCtx) => {
    await translateLine(newCtx());
    await translateLegalTexts(newCtx());
    for (const { slug } of seedProducts) await translateProduct(newCtx(), slug);
    for (const { slug } of readPages()) await translatePage(newCtx(), slug);
  });
}

async function translateLine(ctx: Ctx): Promise<void> {
  const { name, line, supportEmail } = await readShopSettings(ctx);
  const translations = mapLocales((locale) => ({ line: readTranslatedTexts(locale).line }));
  await saveShopDetails(ctx, { name, line, supportEmail, translations });
}

async function translateLegalTexts(ctx: Ctx): Promise<void> {
  const texts = await readLegalTexts(ctx);
  const written = legalPages.filter((page) => texts[page] !== "");
  if (written.length === 0) return;
  const translations = mapLocales((locale) =>
    Object.fromEntries(written.map((page) => [page, readTranslatedLegalText(locale, page)])),
  );
  await saveLegalTexts(ctx, { ...texts, translations });
}

async function translateProduct(ctx: Ctx, productSlug: string): Promise<void> {
  const row = await findProductBySlug(ctx.db, productSlug);
  if (!row) return;
  const product = await showEditableProduct(ctx, { id: row.id });
  const { id, slug, name, tagline, description, image, planGroup, updatedAt } = product;
  await saveProduct(ctx, {
    id,
    slug,
    name,
    tagline,
    description,
    image,
    planGroup,
    updatedAt,
    translations: mapLocales((locale) => readTranslatedProduct(locale, productSlug)),
    benefits: product.benefits.map((benefit) => {
      const translations = mapLocales((locale) => {
        const { benefits, files } = readTranslatedTexts(locale);
        const names = benefit.files.flatMap(({ id, name }) =>
          files[name] === undefined ? [] : [[fileNameField(id), files[name]] as const],
        );
        return { ...benefits[benefit.name], ...Object.fromEntries(names) };
      });
      return { id: benefit.id, version: benefit.version, translations };
    }),
  });
}

async function translatePage(ctx: Ctx, pageSlug: string): Promise<void> {
  const row = await findPageBySlug(ctx.db, pageSlug);
  if (!row) return;
  const { id, slug, title, excerpt, body, isFree, updatedAt } = await showPageSource(ctx, row);
  const translations = mapLocales((locale) => readTranslatedPage(locale, pageSlug) ?? {});
  await updatePage(ctx, { id, slug, title, excerpt, body, isFree, updatedAt, translations });
}

function mapLocales<Texts>(translate: (locale: Locale) => Texts): Partial<Record<Locale, Texts>> {
  return Object.fromEntries(seededLocales.map((locale) => [locale, translate(locale)]));
}
