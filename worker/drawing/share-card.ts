import { sha256Hex } from "../lib/crypto.ts";
import { isLocale, type Locale } from "../shared/locales.ts";

/** A picture that was drawn in a seller's browser. `source` is that of the card, from `getCardSource`. */
type DrawnPicture = { sha256: string; source: string };

/** The picture with words in the shop's default language, and in `locales` those in the others. */
export type StoredSharePicture = DrawnPicture & {
  locales?: { [Name in Locale]?: DrawnPicture } | undefined;
};

/** A card, its source, and the language in which it is drawn. */
export type Share<Card> = { locale: Locale; card: Card; source: string };

/** Raise it whenever cards are drawn differently, so that all of them are drawn again. */
const DRAWING_VERSION = 1;

/** Everything that is drawn on the picture of a product. A product without an image gets the drawing of its slug. */
export type ProductCard = {
  slug: string;
  name: string;
  image: string | null;
  prices: CardPrice[];
  shopName: string;
  /** `#rrggbb`; null for the default color. */
  accent: string | null;
} & CardLanguage;

/** The language of a card's words, if it is not the shop's default: the same card is another picture in it. */
type CardLanguage = { locale?: Locale };

/** What a price says. The amount is in minor units. */
export type CardPrice = {
  amountMinor: number;
  currency: string;
  interval: string | null;
  intervalCount: number | null;
  model: "fixed" | "pay_what_you_want" | "per_seat";
  tax: "exclusive" | "inclusive" | null;
};

/** Everything that is drawn on the picture of the shop. */
export type ShopCard = {
  name: string;
  line: string;
  accent: string | null;
  logo: string | null;
} & CardLanguage;

/** Returns the card with words in another language than the shop's default. */
export const toCardIn = <Card extends ProductCard | ShopCard>(
  card: Card,
  locale: Locale,
  words: Partial<Card>,
): Card => ({ ...card, ...words, locale });

/** Returns a card as it is to be drawn. @param locale the shop's default language */
export const toShare = <Card extends ProductCard | ShopCard>(
  card: Card,
  locale: Locale,
): Share<Card> => ({ locale: card.locale ?? locale, card, source: getCardSource(card) });

/** Whether the picture of a card is stored as the card looks now. */
export function isDrawn(
  stored: StoredSharePicture | null,
  { card, source }: Pick<Share<ProductCard | ShopCard>, "card" | "source">,
): boolean {
  const drawn = card.locale ? stored?.locales?.[card.locale] : stored;
  return drawn?.source === source;
}

/**
 * Puts a picture among the stored ones. The first one of all also stands for the default language, until that is drawn.
 */
export function addPicture(
  stored: StoredSharePicture | null,
  picture: DrawnPicture,
  locale: Locale | undefined,
): StoredSharePicture {
  if (locale === undefined) return { ...stored, ...picture };
  return { ...picture, ...stored, locales: { ...stored?.locales, [locale]: picture } };
}

/** Leaves out the pictures in other languages than the default one and this. */
export function pickPictures(
  stored: StoredSharePicture | null,
  locale: string | undefined,
): StoredSharePicture | null {
  if (!stored?.locales) return stored;
  const { locales, ...picture } = stored;
  const own = isLocale(locale) && locales[locale];
  return own ? { ...picture, locales: { [locale]: own } } : picture;
}

/** Returns what is drawn on the picture of a product. Fields that are not drawn are left out. */
export function toProductCard(
  product: { slug: string; name: string; image: string | null; prices: CardPrice[] },
  shop: { name: string; accent: string | null },
): ProductCard {
  const { slug, name, image } = product;
  const prices = product.prices
    .map(({ amountMinor, currency, interval, intervalCount, model, tax }) => ({
      amountMinor,
      currency,
      interval,
      intervalCount,
      model,
      tax,
    }))
    // The cheapest first. Prices of one amount have a fixed order, too: the database does not promise one.
    .toSorted((a, b) => a.amountMinor - b.amountMinor || (toText(a) < toText(b) ? -1 : 1));
  return { slug, name, image, prices, shopName: shop.name, accent: shop.accent };
}

const toText = (price: CardPrice) => JSON.stringify(price);

/** Returns a text that is the same as long as the card looks the same: 16 hexadecimal digits. */
export function getCardSource(card: ProductCard | ShopCard): string {
  return sha256Hex(JSON.stringify([DRAWING_VERSION, card])).slice(0, 16);
}
