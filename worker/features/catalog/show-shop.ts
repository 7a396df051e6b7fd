import type { Ctx } from "../../context.ts";
import type { Benefit } from "../benefits/strategy.ts";
import { fail } from "../../errors.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import {
  findProductBySlug,
  listActivePrices,
  listBenefits,
  listPublishedProducts,
  type PriceRow,
  type ProductRow,
} from "./store.ts";

/**
 * A price as the storefront shows it, amounts in the currency's smallest unit. Of `pay_what_you_want` `amountMinor` is
 * the minimum, of `per_seat` it is for one seat.
 */
export type PublicPrice = Pick<
  PriceRow,
  | "id"
  | "type"
  | "interval"
  | "intervalCount"
  | "model"
  | "amountMinor"
  | "minimumMinor"
  | "presetMinor"
  | "currency"
  | "trialDays"
>;

/** A product as a card shows it. Benefits carry no settings: what a link opens is for those who hold it. */
export type PublicProduct = Pick<ProductRow, "id" | "slug" | "name" | "tagline" | "image"> & {
  prices: PublicPrice[];
  benefits: Pick<Benefit, "id" | "type" | "name">[];
};

/** The shop's name and line, and every published product that has a price. */
export async function showShop(ctx: Ctx) {
  const rows = await listPublishedProducts(ctx.db);
  const products = await withPricesAndBenefits(ctx, rows);
  return {
    shop: ctx.config.shop,
    products: products.filter((product) => product.prices.length > 0),
  };
}

/**
 * One published product with its description as HTML.
 * @throws `not_found` for drafts, archived products and slugs nobody has
 */
export async function showProduct(ctx: Ctx, input: { slug: string }) {
  const row = await findProductBySlug(ctx.db, input.slug);
  const [product] = row?.status === "published" ? await withPricesAndBenefits(ctx, [row]) : [];
  if (!row || !product) throw fail("not_found", { reason: "no published product of that slug" });
  return { ...product, descriptionHtml: renderMarkdown(row.description) };
}

async function withPricesAndBenefits(ctx: Ctx, rows: ProductRow[]): Promise<PublicProduct[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [prices, benefits] = await Promise.all([
    listActivePrices(ctx.db, ids),
    listBenefits(ctx.db, ids),
  ]);
  return rows.map(({ id, slug, name, tagline, image }) => ({
    id,
    slug,
    name,
    tagline,
    image,
    prices: prices.filter((price) => price.productId === id).map(toPublicPrice),
    benefits: benefits
      .filter((row) => row.productId === id)
      .map(({ benefit: { id, type, name } }) => ({ id, type, name })),
  }));
}

/** A price with nothing of the seller's own on it. */
export function toPublicPrice(price: PriceRow): PublicPrice {
  const { id, type, interval, intervalCount, model, currency, trialDays } = price;
  const { amountMinor, minimumMinor, presetMinor } = price;
  return {
    id,
    type,
    interval,
    intervalCount,
    model,
    amountMinor,
    minimumMinor,
    presetMinor,
    currency,
    trialDays,
  };
}
