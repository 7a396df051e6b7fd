import type { Ctx } from "../context.ts";
import {
  toCardIn,
  toProductCard,
  toShare,
  type ProductCard,
  type Share,
} from "../drawing/share-card.ts";
import { listOtherLanguages, readLanguages, type LanguageSettings } from "../settings/languages.ts";
import { readTranslations } from "../translations/edit-translations.ts";
import type { Translations } from "../translations/schema.ts";
import { readShopSettings } from "../settings/shop-settings.ts";
import { readTaxDisplay } from "../settings/tax-settings.ts";
import { resolvePriceTax } from "./price-tax.ts";
import { listPrices } from "./store-editing.ts";
import type { PriceRow, ProductRow } from "./store.ts";
import { idsOf } from "../lib/rows.ts";

/**
 * Whether a price is on the picture of links to a product. On a draft, also prices that Stripe does not have yet: they
 * are created there when it is published.
 */
export function isShownPrice(
  { status }: Pick<ProductRow, "status">,
  { active, stripePriceId }: Pick<PriceRow, "active" | "stripePriceId">,
): boolean {
  return active && (status === "draft" || stripePriceId !== null);
}

/**
 * Returns what the pictures of links to these products have to show, in their order: in the shop's default language,
 * and then in each other one.
 */
export async function listProductShares(
  ctx: Ctx,
  products: Pick<ProductRow, "id" | "slug" | "name" | "image" | "status">[],
): Promise<Share<ProductCard>[][]> {
  const [shop, taxDisplay, prices, languages, names] = await Promise.all([
    readShopSettings(ctx),
    readTaxDisplay(ctx),
    listPrices(ctx.db, idsOf(products)),
    readLanguages(ctx),
    readTranslations<"name">(ctx, idsOf(products), ["name"]),
  ]);
  return products.map((product) => {
    const shown = prices
      .filter((price) => price.productId === product.id && isShownPrice(product, price))
      .map((price) => ({ ...price, tax: resolvePriceTax(taxDisplay, price) }));
    const card = toProductCard({ ...product, prices: shown }, shop);
    return toShares(card, { languages, translations: names.get(product.id) });
  });
}

/** Returns the picture of a product in the shop's default language, and in each other one. */
export function toShares(
  card: ProductCard,
  input: { languages: LanguageSettings; translations: Translations<"name"> | undefined },
): Share<ProductCard>[] {
  const { languages, translations } = input;
  const others = listOtherLanguages(languages).map((locale) =>
    toCardIn(card, locale, { name: translations?.[locale]?.name ?? card.name }),
  );
  return [card, ...others].map((each) => toShare(each, languages.default));
}
