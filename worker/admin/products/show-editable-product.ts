import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { readTranslations } from "../../translations/edit-translations.ts";
import { versionOf } from "../../catalog/benefit-version.ts";
import { listProductsOfBenefits } from "../../catalog/store-deliverable-benefits.ts";
import { countKeysInStock, listContentFiles, listContentPages } from "./benefit-content.query.ts";
import { mapMissingContent } from "./map-missing-content.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { listAllBenefits, listPrices } from "../../catalog/store-editing.ts";
import { listFormerSlugs } from "../../catalog/store-slugs.ts";
import { countUsersLosingBenefit } from "../../sync/catalog/store-product-users.ts";
import { findPendingPush } from "../../sync/catalog/push-product.ts";
import { resolvePriceTax } from "../../catalog/price-tax.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { readLanguages } from "../../settings/languages.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { isDrawn, toProductCard } from "../../drawing/share-card.ts";
import { isShownPrice, toShares } from "../../catalog/share-card.ts";
import { listOwnBenefits } from "../../catalog/store.ts";
import { pick } from "../../lib/pick.ts";
import type { FileTextField } from "../../shared/file-text-fields.ts";

/** A product with everything that can be edited. Prices are in order of creation, archived ones included. */
export type EditableProduct = Awaited<ReturnType<typeof showEditableProduct>>;

/**
 * Returns a product with everything that can be edited.
 * @throws `not_found`
 */
export async function showEditableProduct(ctx: Ctx, input: { id: string }) {
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
    mapMissingContent(ctx, [product.id]),
    findPendingPush(ctx, product.id),
    readTaxDisplay(ctx),
    listFormerSlugs(ctx.db, { kind: "product", targetId: product.id }),
    readShopSettings(ctx),
    readTranslations<"name" | "tagline" | "description">(ctx, [product.id]),
    readLanguages(ctx),
  ]);
  const prices = priceRows.map((price) => ({ ...price, tax: resolvePriceTax(taxDisplay, price) }));
  const shownPrices = prices.filter((price) => isShownPrice(product, price));
  const shares = toShares(toProductCard({ ...product, prices: shownPrices }, shop), {
    languages,
    translations: translations.get(product.id),
  });
  return {
    ...product,
    prices,
    /** What the picture of links to the product shows. A picture of another `source` has to be drawn again. */
    share: shares[0]!,
    /** The pictures that have to be drawn, in each language of the shop. */
    staleShares: shares.filter((share) => !isDrawn(product.sharePicture, share)),
    benefits,
    /** Its texts in other languages. */
    translations: translations.get(product.id) ?? {},
    languages,
    /** What its benefits lack. */
    completeness: completeness.get(product.id)!,
    /** The slugs that it had before and that lead to it, the newest first; 20 at most. */
    formerSlugs: formerSlugs.map(({ slug }) => slug),
    // When the oldest edit that Stripe does not have was made; null if Stripe has them all. A draft without a Stripe
    // product is pushed as a whole when it is published, so nothing is pending.
    pendingSyncSince: pendingPush && product.stripeProductId !== null ? pendingPush.since : null,
  };
}

/** The screen shows "more than" from here on. */
const MAX_KEYS_COUNTED = 1000;
/** Of all downloads of the product together. The page of the files has all of them. */
const MAX_FILES = 500;

/**
 * Lists the benefits of a product. An edit sends `version` back; `products` are all that have the benefit. `files`,
 * `pages` and `keysInStock` are its content, as far as its type has any; keys are counted up to `MAX_KEYS_COUNTED`.
 */
async function listEditableBenefits(ctx: Ctx, productId: string) {
  const benefits = await listOwnBenefits(ctx.db, productId);
  const benefitIds = benefits.map(({ id }) => id);
  const [products, files, pages, stock, texts] = await Promise.all([
    listProductsOfBenefits(ctx.db, benefitIds),
    listContentFiles(ctx.db, { benefitIds, max: MAX_FILES }),
    listContentPages(ctx.db, benefitIds),
    countKeysInStock(ctx.db, { benefitIds, max: MAX_KEYS_COUNTED }),
    readTranslations<"name" | "note" | FileTextField>(ctx, benefitIds),
  ]);
  return benefits.map((benefit) => {
    const isOwn = ({ benefitId }: { benefitId: string }) => benefitId === benefit.id;
    return {
      ...benefit,
      version: versionOf(benefit, texts.get(benefit.id)),
      translations: texts.get(benefit.id) ?? {},
      products: products.filter(isOwn).map((row) => pick(row, ["id", "name"])),
      files: files.filter(isOwn).map(({ benefitId: _, ...file }) => file),
      pages: pages.filter(isOwn).map((row) => pick(row, ["id", "title", "status", "hasText"])),
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
