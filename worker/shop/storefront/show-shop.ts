import type { Ctx } from "../../context.ts";
import { describeBenefits } from "../../delivery/benefits/describe-benefits.ts";
import { toPublicPrice, type PublicPrice } from "../../catalog/public-price.ts";
import type { Benefit } from "../../catalog/benefit.ts";
import { fail } from "../../errors.ts";
import { listLegal } from "../../settings/legal-pages.ts";
import { readShop } from "../../settings/shop-settings.ts";
import { renderMarkdown } from "../../lib/markdown.ts";
import {
  findProductBySlug,
  listActivePrices,
  listBenefits,
  listPublishedProducts,
  type PriceRow,
  type ProductRow,
} from "../../catalog/store.ts";

/** A product as a card shows it. Benefits carry no settings: what a link opens is for those who hold it. */
export type PublicProduct = Pick<ProductRow, "id" | "slug" | "name" | "tagline" | "image"> & {
  prices: PublicPrice[];
  benefits: Pick<Benefit, "id" | "type" | "name">[];
};

/** What the shop is called and has beside its products, and every published product of this mode that has a price. */
export async function showShop(ctx: Ctx) {
  const [shop, legal, products] = await Promise.all([
    readShop(ctx),
    listLegal(ctx),
    listPublishedProducts(ctx.db, ctx.config.stripe.mode).then((rows) => stock(ctx, rows)),
  ]);
  const { name, line, supportEmail, logo, logoSaysName } = shop;
  return {
    shop: {
      name,
      line,
      supportEmail,
      /** `saysName`: the name is not to be written beside it. */
      logo: logo && { url: `/api/shop/logo/${logo}`, saysName: logoSaysName },
      legal,
    },
    products: products.map(toPublicProduct).filter((product) => product.prices.length > 0),
  };
}

/**
 * One published product with its description as HTML, and of each benefit how much there is.
 * @throws `not_found` for drafts, archived products, those of the other mode and slugs nobody has
 */
export async function showProduct(ctx: Ctx, input: { slug: string }) {
  const row = await findProductBySlug(ctx.db, input.slug);
  const isShown = row?.status === "published" && row.mode === ctx.config.stripe.mode;
  const [product] = isShown ? await stock(ctx, [row]) : [];
  if (!row || !product) throw fail("not_found", { reason: "no published product of that slug" });
  const details = await describeBenefits(ctx, product.benefits);
  const shown = toPublicProduct(product);
  return {
    ...shown,
    benefits: shown.benefits.map((benefit) => ({
      ...benefit,
      detail: details.get(benefit.id) ?? null,
    })),
    descriptionHtml: renderMarkdown(row.description),
  };
}

/** A product with what it costs and what is in it. */
type Stocked = { row: ProductRow; prices: PriceRow[]; benefits: Benefit[] };

async function stock(ctx: Ctx, rows: ProductRow[]): Promise<Stocked[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [prices, benefits] = await Promise.all([
    listActivePrices(ctx.db, ids),
    listBenefits(ctx.db, ids),
  ]);
  return rows.map((row) => ({
    row,
    prices: prices.filter(({ productId }) => productId === row.id),
    benefits: benefits
      .filter(({ productId }) => productId === row.id)
      .map(({ benefit }) => benefit),
  }));
}

function toPublicProduct({ row, prices, benefits }: Stocked): PublicProduct {
  const { id, slug, name, tagline, image } = row;
  return {
    id,
    slug,
    name,
    tagline,
    image,
    prices: prices.map(toPublicPrice),
    benefits: benefits.map(({ id, type, name }) => ({ id, type, name })),
  };
}
