import { sha256Hex } from "../lib/crypto.ts";

/** A picture that was drawn in a seller's browser. `source` is that of the card, from `getCardSource`. */
export type StoredSharePicture = { sha256: string; source: string };

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
};

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
export type ShopCard = { name: string; line: string; accent: string | null; logo: string | null };

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
