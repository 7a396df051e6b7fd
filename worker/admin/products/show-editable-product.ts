import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { readTranslations } from "../../translations/edit-translations.ts";
import type { Translations } from "../../translations/schema.ts";
import { versionOf } from "../../catalog/benefit-version.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";
import {
  countKeysInStock,
  listContentFiles,
  listContentPages,
  type ContentFile,
  type ContentPage,
} from "./benefit-content.query.ts";
import { findMissingContent, type Completeness } from "./find-missing-content.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { listAllBenefits, listPrices } from "../../catalog/store-editing.ts";
import { listFormerSlugs } from "../../catalog/store-slugs.ts";
import { countUsersLosingBenefit } from "../../sync/catalog/store-product-users.ts";
import { findPendingPush } from "../../sync/catalog/push-product.ts";
import { resolvePriceTax, type PriceTax } from "../../catalog/price-tax.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { readLanguages, type LanguageSettings } from "../../settings/languages.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { findCardSource, toProductCard, type ProductCard } from "../../lib/share-card.ts";
import { isShownPrice } from "../../catalog/share-card.ts";
import { listBenefits, type PriceRow, type ProductRow } from "../../catalog/store.ts";

/**
 * A benefit in the editor. An edit sends `version` back; `products` are all that have the benefit. `files`, `pages` and
 * `keysInStock` are its content, as far as its type has any; keys are counted up to `MAX_KEYS_COUNTED`.
 */
export type EditableBenefit = Benefit & {
  version: string;
  products: { id: string; name: string }[];
  files: Omit<ContentFile, "benefitId">[];
  pages: Omit<ContentPage, "benefitId">[];
  keysInStock: number;
  /** Its texts in other languages. */
  translations: Translations<"name" | "note">;
};

/** A product with everything that can be edited. Prices are in order of creation, archived ones included. */
export type EditableProduct = ProductRow & {
  prices: (PriceRow & { tax: PriceTax })[];
  benefits: EditableBenefit[];
  /** Its texts in other languages. */
  translations: Translations<"name" | "tagline" | "description">;
  languages: LanguageSettings;
  /** When the oldest edit that Stripe does not have was made; null if Stripe has them all. */
  pendingSyncSince: number | null;
  /** The slugs that it had before and that lead to it, the newest first; 20 at most. */
  formerSlugs: string[];
  /** What its benefits lack. */
  completeness: Completeness;
  /** What the picture of links to the product shows. A picture of another `source` has to be drawn again. */
  share: { card: ProductCard; source: string };
};

/**
 * Returns a product with everything that can be edited.
 * @throws `not_found`
 */
export async function showEditableProduct(
  ctx: Ctx,
  input: { id: string },
): Promise<EditableProduct> {
  const product = await requireProduct(ctx, input.id);
  const [
    priceRows,
    benefits,
    completeness,
    pendingPush,
    taxDisplay,
    formerSlugs,
    shop,
    translations,
    languages,
  ] = await Promise.all([
    listPrices(ctx.db, [product.id]),
    listEditableBenefits(ctx, product.id),
    findMissingContent(ctx, [product.id]),
    findPendingPush(ctx, product.id),
    readTaxDisplay(ctx),
    listFormerSlugs(ctx.db, { kind: "product", targetId: product.id }),
    readShopSettings(ctx),
    readTranslations<"name" | "tagline" | "description">(ctx, [product.id]),
    readLanguages(ctx),
  ]);
  const prices = priceRows.map((price) => ({ ...price, tax: resolvePriceTax(taxDisplay, price) }));
  const shownPrices = prices.filter((price) => isShownPrice(product, price));
  const card = toProductCard({ ...product, prices: shownPrices }, shop);
  return {
    ...product,
    prices,
    share: { card, source: findCardSource(card) },
    benefits,
    translations: translations.get(product.id) ?? {},
    languages,
    completeness: completeness.get(product.id)!,
    formerSlugs: formerSlugs.map(({ slug }) => slug),
    // A draft without a Stripe product is pushed as a whole when it is published, so nothing is pending.
    pendingSyncSince: pendingPush && product.stripeProductId !== null ? pendingPush.since : null,
  };
}

/** The screen shows "more than" from here on. */
const MAX_KEYS_COUNTED = 1000;
/** Of all downloads of the product together. The page of the files has all of them. */
const MAX_FILES = 500;

async function listEditableBenefits(ctx: Ctx, productId: string): Promise<EditableBenefit[]> {
  const benefits = (await listBenefits(ctx.db, [productId])).map(({ benefit }) => benefit);
  const benefitIds = benefits.map(({ id }) => id);
  const [products, files, pages, stock, texts] = await Promise.all([
    listProductsOfBenefits(ctx.db, benefitIds),
    listContentFiles(ctx.db, { benefitIds, max: MAX_FILES }),
    listContentPages(ctx.db, benefitIds),
    countKeysInStock(ctx.db, { benefitIds, max: MAX_KEYS_COUNTED }),
    readTranslations<"name" | "note">(ctx, benefitIds),
  ]);
  return benefits.map((benefit) => {
    const isOwn = ({ benefitId }: { benefitId: string }) => benefitId === benefit.id;
    return {
      ...benefit,
      version: versionOf(benefit, texts.get(benefit.id)),
      translations: texts.get(benefit.id) ?? {},
      products: products.filter(isOwn).map(({ id, name }) => ({ id, name })),
      files: files.filter(isOwn).map(({ id, name, size }) => ({ id, name, size })),
      pages: pages
        .filter(isOwn)
        .map(({ id, title, status, hasText }) => ({ id, title, status, hasText })),
      keysInStock: stock.find(isOwn)?.count ?? 0,
    };
  });
}

const MAX_BENEFITS = 500;

/** Lists existing benefits of one type or all, oldest first, for products to share. */
export async function listReusableBenefits(
  ctx: Ctx,
  input: { type?: Benefit["type"] | undefined },
): Promise<Pick<Benefit, "id" | "type" | "name">[]> {
  return listAllBenefits(ctx.db, { afterId: "", type: input.type, limit: MAX_BENEFITS });
}

/** Counts the users who lose a benefit if it is removed from a product: those who have it through no other product. */
export async function previewBenefitRemoval(
  ctx: Ctx,
  input: { productId: string; benefitId: string },
): Promise<{ userCount: number }> {
  await requireProduct(ctx, input.productId);
  const { mode } = ctx.config.stripe;
  return { userCount: await countUsersLosingBenefit(ctx.db, { ...input, mode, now: ctx.now }) };
}
