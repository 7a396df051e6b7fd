import type { Ctx } from "../../context.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { versionOf } from "./edit-benefit.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { listAllBenefits, listPrices, listProductsOfBenefit } from "../../catalog/store-editing.ts";
import { listFormerSlugs } from "../../catalog/store-slugs.ts";
import { countUsersLosingBenefit } from "../../sync/catalog/store-product-users.ts";
import { findPendingPush } from "../../sync/catalog/push-product.ts";
import { resolvePriceTax, type PriceTax } from "../../catalog/price-tax.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { readShopSettings } from "../../settings/shop-settings.ts";
import { findCardSource, toProductCard, type ProductCard } from "../../lib/share-card.ts";
import { isShownPrice } from "../../catalog/share-card.ts";
import { listBenefits, type PriceRow, type ProductRow } from "../../catalog/store.ts";

/** A benefit in the editor. An edit sends `version` back; `products` are all that have the benefit. */
export type EditableBenefit = Benefit & {
  version: string;
  products: { id: string; name: string }[];
};

/** A product with everything that can be edited. Prices are in order of creation, archived ones included. */
export type EditableProduct = ProductRow & {
  prices: (PriceRow & { tax: PriceTax })[];
  benefits: EditableBenefit[];
  /** When the oldest edit that Stripe does not have was made; null if Stripe has them all. */
  pendingSyncSince: number | null;
  /** The slugs that it had before and that lead to it, the newest first; 20 at most. */
  formerSlugs: string[];
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
  const [priceRows, benefits, pendingPush, taxDisplay, formerSlugs, shop] = await Promise.all([
    listPrices(ctx.db, [product.id]),
    listBenefits(ctx.db, [product.id]),
    findPendingPush(ctx, product.id),
    readTaxDisplay(ctx),
    listFormerSlugs(ctx.db, { kind: "product", targetId: product.id }),
    readShopSettings(ctx),
  ]);
  const prices = priceRows.map((price) => ({ ...price, tax: resolvePriceTax(taxDisplay, price) }));
  const shownPrices = prices.filter((price) => isShownPrice(product, price));
  const card = toProductCard({ ...product, prices: shownPrices }, shop);
  return {
    ...product,
    prices,
    share: { card, source: findCardSource(card) },
    benefits: await Promise.all(
      benefits.map(async ({ benefit }) => ({
        ...benefit,
        version: versionOf(benefit),
        products: await listProductsOfBenefit(ctx.db, benefit.id),
      })),
    ),
    formerSlugs: formerSlugs.map(({ slug }) => slug),
    // A draft without a Stripe product is pushed as a whole when it is published, so nothing is pending.
    pendingSyncSince: pendingPush && product.stripeProductId !== null ? pendingPush.since : null,
  };
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
