import { pickPictures } from "../drawing/share-card.ts";
import type { Ctx } from "../context.ts";
import { describeBenefits } from "../delivery/benefits/strategies.ts";
import { noMedia } from "../shared/product-media.ts";
import { canBeTogether, findAddedPrices } from "../catalog/added-prices.ts";
import { toPublicPrice, type PublicPrice } from "../catalog/public-price.ts";
import type { Benefit } from "../catalog/benefit.ts";
import { putBenefitTexts } from "../catalog/translate-benefits.ts";
import { wasPublished } from "../catalog/find-product.ts";
import { findIdByFormerSlug } from "../catalog/former-slugs.ts";
import { fail } from "../errors.ts";
import { readLanguages } from "../settings/languages.ts";
import { eInvoiceSettings } from "../settings/e-invoice-settings.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";
import { lawSettings } from "../settings/law-settings.ts";
import { listLegalPages, showRefundPromise } from "../settings/legal-pages.ts";
import { showSections } from "../settings/storefront-settings.ts";
import { readTaxDisplay, taxSettings, type TaxDisplay } from "../settings/tax-settings.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { mapTranslations, translateRows, type Langs } from "../translations/translate.ts";
import { showMarkdown } from "../markdown/show-markdown.ts";
import {
  findProduct,
  findProductBySlug,
  listActivePrices,
  listAddablePrices,
  listBenefits,
  listOfferedPrices,
  listProductsById,
  listPublishedProducts,
  type PriceRow,
  type ProductRow,
} from "../catalog/store.ts";

/**
 * A product's card. Benefits carry no settings, since those can contain content for customers only, such as a link's
 * URL. `langs`: of texts without a translation. `defaultName` is the name in the shop's default language, where it
 * differs: it is on the picture of links to the product.
 */
export type PublicProduct = Pick<ProductRow, "id" | "slug" | "name" | "tagline" | "image"> &
  Langs<"name" | "tagline" | "description"> & {
    defaultName?: string;
    prices: PublicPrice[];
    /** The names of what a bundle includes, as far as it is sold by itself; null for any other product. */
    includes: string[] | null;
    benefits: (Pick<Benefit, "id" | "type" | "name"> & Langs<"name">)[];
  };

/**
 * Returns what every page shows of the shop: its name, logo, contact address and legal pages. `defaultLine` is its line
 * in the default language, where it differs.
 */
export async function showShopDetails(ctx: Ctx) {
  const [shop, legal, languages, tax, invoices, law, checkout] = await Promise.all([
    readShopSettings(ctx),
    listLegalPages(ctx),
    readLanguages(ctx),
    taxSettings.read(ctx),
    eInvoiceSettings.read(ctx),
    lawSettings.read(ctx),
    checkoutSettings.read(ctx),
  ]);
  const { name, supportEmail, logo, logoSaysName, accent, typeface, sharePicture } = shop;
  const [texts] = await translateRows(ctx, [{ id: "shop", line: shop.line }], ["line"]);
  const { line, langs } = texts!;
  return {
    name,
    line,
    ...(langs && { langs }),
    ...(line !== shop.line && { defaultLine: shop.line }),
    supportEmail,
    /** If `saysName` is true, the name isn't shown beside the logo. */
    logo: logo && { url: `/api/shop/logo/${logo}`, saysName: logoSaysName },
    /** `#rrggbb`; null for the default color. */
    accent,
    typeface,
    sharePicture: pickPictures(sharePicture, ctx.texts?.locale),
    legal,
    /** Who sells, as invoices name them if the seller entered that; `country` as ISO 3166-1 alpha-2. */
    seller: {
      name: (invoices.offered && invoices.name) || name,
      city: (invoices.offered && invoices.city) || null,
      country: (invoices.offered && invoices.country) || law.seller,
    },
    /** Whether Link is the seller, and not the shop. */
    soldByLink: tax.soldByLink,
    /** Whether visitors can pay without signing in. */
    payFirst: checkout.payFirst,
    /** Whether Stripe calculates tax at checkout. */
    isTaxCalculated: tax.automatic || tax.soldByLink,
    /** What buyers can choose from. */
    languages,
  };
}

/**
 * Returns the shop's details, every published product of this mode that has a price, and the seller's sections of them.
 */
export async function showShop(ctx: Ctx) {
  const [shop, taxDisplay, products] = await Promise.all([
    showShopDetails(ctx),
    readTaxDisplay(ctx),
    listPublishedProducts(ctx.db, ctx.config.stripe.mode).then((rows) =>
      loadProducts(ctx, rows, { fields: ["name", "tagline"] }),
    ),
  ]);
  const nameOf = new Map(products.map(({ row }) => [row.id, row.name]));
  const shown = products
    .map((product) => ({
      ...toPublicProduct(product, taxDisplay),
      includes: product.row.parts && product.row.parts.flatMap((id) => nameOf.get(id) ?? []),
    }))
    .filter((product) => product.prices.length > 0);
  const sections = await showSections(
    ctx,
    shown.map(({ id }) => id),
  );
  return { shop, products: shown, sections };
}

/**
 * Returns one published product with its description as HTML, and the amount of content in each benefit. A slug that it
 * had before finds it too; its `slug` then differs from the one that was asked for.
 * @throws `not_found` for unknown slugs, drafts and products of the other mode; `product_archived`
 */
export async function showProduct(ctx: Ctx, input: { slug: string }) {
  return showPublishedProduct(ctx, await requirePublishedProduct(ctx, input));
}

/** Like `showProduct`, of a row from `requirePublishedProduct`. */
export async function showPublishedProduct(ctx: Ctx, row: ProductRow) {
  return showLoadedProduct(ctx, row, await loadProducts(ctx, [row]));
}

/** Shows a product in any status as buyers will see it, also with prices that Stripe doesn't know yet. */
export async function showDraftProduct(ctx: Ctx, row: ProductRow) {
  return showLoadedProduct(ctx, row, await loadProducts(ctx, [row], { withDraftPrices: true }));
}

async function showLoadedProduct(ctx: Ctx, row: ProductRow, [product]: LoadedProduct[]) {
  if (!product) throw fail("not_found", { reason: "no published product of that slug" });
  const [details, taxDisplay, refunds, addOns, parts] = await Promise.all([
    describeBenefits(ctx, product.benefits),
    readTaxDisplay(ctx),
    showRefundPromise(ctx),
    listAddOns(ctx, row, product.prices),
    listParts(ctx, row),
  ]);
  const shown = toPublicProduct(product, taxDisplay);
  return {
    ...shown,
    sharePicture: pickPictures(row.sharePicture, ctx.texts?.locale),
    ...showMedia(row),
    includes: row.parts && parts.map(({ name }) => name),
    /** What a bundle includes. `slug` is null for what is not sold by itself. */
    parts,
    /** What can be bought beside it, each with its one-time prices, one a currency. */
    addOns: addOns.map(({ price, product: { id, slug, name, tagline }, langs }) => ({
      id,
      slug,
      name,
      tagline,
      ...(langs && { langs }),
      price: toPublicPrice(price, taxDisplay),
    })),
    benefits: shown.benefits.map((benefit) => ({
      ...benefit,
      detail: details.get(benefit.id) ?? null,
    })),
    descriptionHtml: await showMarkdown(ctx, product.row.description),
    /** What the shop promises about refunds, in its own words. */
    refunds,
  };
}

/** Returns the products that a bundle includes, in the seller's order. */
async function listParts(ctx: Ctx, { parts }: ProductRow) {
  if (!parts || parts.length === 0) return [];
  const rows = await listProductsById(ctx.db, parts);
  const translate = await mapTranslations(ctx, { ids: parts, fields: ["name", "tagline"] });
  return parts.flatMap((id) => {
    const row = rows.find((each) => each.id === id);
    if (!row) return [];
    const { name, tagline, langs } = translate(row, ["name", "tagline"]);
    return [
      {
        id,
        slug: row.status === "published" ? row.slug : null,
        name,
        tagline,
        ...(langs && { langs }),
      },
    ];
  });
}

/** Returns the prices of a product's add-ons in the currencies of its own prices, in the seller's order. */
async function listAddOns(ctx: Ctx, row: ProductRow, prices: PriceRow[]) {
  const { addOns } = row;
  if (!addOns || addOns.length === 0) return [];
  const found = await listAddablePrices(ctx.db, {
    mode: ctx.config.stripe.mode,
    productIds: addOns,
  });
  const currencies = [...new Set(prices.map(({ currency }) => currency))];
  const sold = prices.find(({ model }) => model !== "pay_what_you_want");
  const offered = currencies
    .flatMap((currency) => findAddedPrices({ currency }, found))
    .filter((added) => sold && canBeTogether(row, added.product));
  const translate = await mapTranslations(ctx, { ids: addOns, fields: ["name", "tagline"] });
  return offered
    .toSorted((a, b) => addOns.indexOf(a.product.id) - addOns.indexOf(b.product.id))
    .map(({ price, product }) => {
      const translated = translate(product, ["name", "tagline"]);
      return { price, product: translated, langs: translated.langs };
    });
}

/**
 * Returns the pictures of a product and its samples. `cover` has the size of its image, if that is known; an image that
 * another program has put there has none.
 */
function showMedia({ image, media }: Pick<ProductRow, "image" | "media">) {
  const { cover, pictures, samples } = media ?? noMedia;
  return { cover: cover?.url === image ? cover : null, pictures, samples };
}

/**
 * Finds a published product by its slug, or by one that it had before.
 * @throws `not_found`, `product_archived`
 */
export async function requirePublishedProduct(
  ctx: Ctx,
  { slug }: { slug: string },
): Promise<ProductRow> {
  let row = await findProductBySlug(ctx.db, slug);
  if (!row) {
    const id = await findIdByFormerSlug(ctx, { kind: "product", slug });
    row = id === null ? undefined : await findProduct(ctx.db, id);
  }
  if (row?.mode === ctx.config.stripe.mode) {
    if (row.status === "published") return row;
    if (row.status === "archived" && wasPublished(row))
      throw fail("product_archived", { reason: "the product is archived" });
  }
  throw fail("not_found", { reason: "no published product of that slug" });
}

/** A product with its prices and benefits, in the language of `ctx.texts`. */
type LoadedProduct = {
  row: ProductRow & Langs<"name" | "tagline" | "description">;
  defaultName: string;
  prices: PriceRow[];
  benefits: (Benefit & Langs<"name" | "note">)[];
};

async function loadProducts(
  ctx: Ctx,
  rows: ProductRow[],
  {
    withDraftPrices = false,
    fields = ["name", "tagline", "description"],
  }: { withDraftPrices?: boolean; fields?: ("name" | "tagline" | "description")[] } = {},
): Promise<LoadedProduct[]> {
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return [];
  const [prices, benefits] = await Promise.all([
    withDraftPrices ? listOfferedPrices(ctx.db, ids) : listActivePrices(ctx.db, ids),
    listBenefits(ctx.db, ids),
  ]);
  const translate = await mapTranslations(ctx, {
    ids: [...ids, ...benefits.map(({ benefit }) => benefit.id)],
    fields,
  });
  return rows.map((row) => ({
    row: translate(row, fields),
    defaultName: row.name,
    prices: prices.filter(({ productId }) => productId === row.id),
    benefits: benefits
      .filter(({ productId }) => productId === row.id)
      .map(({ benefit }) => putBenefitTexts(translate, benefit)),
  }));
}

function toPublicProduct(
  { row, defaultName, prices, benefits }: LoadedProduct,
  taxDisplay: TaxDisplay,
): PublicProduct {
  const { id, slug, name, tagline, image, langs } = row;
  return {
    id,
    slug,
    name,
    tagline,
    image,
    ...(langs && { langs }),
    ...(name !== defaultName && { defaultName }),
    prices: prices.map((price) => toPublicPrice(price, taxDisplay)),
    includes: null,
    benefits: benefits.map(({ id, type, name, langs }) => ({
      id,
      type,
      name,
      ...(langs?.name && { langs: { name: langs.name } }),
    })),
  };
}
