import { COVER_VERSION } from "../../drawing/draw-cover-png.ts";
import {
  getCardSource,
  isDrawn,
  type ProductCard,
  type ShopCard,
} from "../../drawing/share-card.ts";
import type { StoredSharePicture } from "../../drawing/share-card.ts";

const coverVersion = `cover-${COVER_VERSION}`;

/** Whether the version in a picture's URL stands for the cover. */
export const isCoverVersion = (v: string | undefined) => v === coverVersion;

/** A picture of 1200 × 630 for links that are shared. `path` is on this shop. */
export type SharePicture = { path: string; type: "image/png" | "image/jpeg" };

/**
 * Returns the picture of links to a page: in the language of the page, else in the shop's default one. A stored picture
 * that no longer shows what is on the page is not used, because a wrong price is worse than none: then it is the cover,
 * without any text.
 * @param path of the page's pictures
 * @param cards in the language of the page, if it is not the default one, and in that
 */
export function getSharePicture(
  path: string,
  cards: (ProductCard | ShopCard)[],
  stored: StoredSharePicture | null,
): SharePicture {
  for (const card of cards) {
    const source = getCardSource(card);
    if (!isDrawn(stored, { card, source })) continue;
    const lang = card.locale ? `lang=${card.locale}&` : "";
    return { path: `${path}?${lang}v=${source}`, type: "image/jpeg" };
  }
  return { path: `${path}?v=${coverVersion}`, type: "image/png" };
}
