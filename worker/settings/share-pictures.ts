import { hash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail, failAt } from "../errors.ts";
import { sha256Hex } from "../lib/crypto.ts";
import { COVER_VERSION, drawCoverPng } from "../drawing/draw-cover-png.ts";
import { readPictureSize } from "../drawing/picture-size.ts";
import {
  addPicture,
  isDrawn,
  toCardIn,
  toShare,
  type Share,
  type ShopCard,
  type StoredSharePicture,
} from "../drawing/share-card.ts";
import { readTranslations } from "../translations/edit-translations.ts";
import { listOtherLanguages, readLanguages } from "./languages.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../shared/share-picture-size.ts";
import { readShopSettings, saveShopSettings, type ShopSettings } from "./shop-settings.ts";

const keyOf = (sha256: string) => `share-pictures/${sha256}`;
const coverKeyOf = (seed: string) => `share-pictures/covers/${COVER_VERSION}-${sha256Hex(seed)}`;

/** A picture to send. `etag` is quoted; null for one that was drawn just now. */
export type OpenedPicture = {
  body: ReadableStream | Uint8Array<ArrayBuffer>;
  size: number;
  etag: string | null;
  contentType: "image/jpeg" | "image/png";
};

/**
 * Stores a picture that was drawn in a seller's browser under the hash of its bytes.
 * @throws `invalid_input` unless it is a JPEG of 1200 × 630
 */
export async function storeSharePicture(ctx: Ctx, bytes: Uint8Array): Promise<string> {
  const size = readPictureSize(bytes);
  if (size?.type !== "image/jpeg" || size.width !== SHARE_WIDTH || size.height !== SHARE_HEIGHT)
    throw failAt("picture", `Must be a JPEG picture of ${SHARE_WIDTH} × ${SHARE_HEIGHT} pixels.`);
  const sha256 = hash("sha256", bytes, "hex");
  await ctx.files.put(keyOf(sha256), bytes);
  return sha256;
}

/**
 * Opens a stored picture; without one, the cover that the seed draws. A cover is drawn once and kept in the bucket.
 * @param stored null for the cover
 */
export async function openSharePicture(
  ctx: Ctx,
  { stored, seed }: { stored: { sha256: string } | null; seed: string },
): Promise<OpenedPicture> {
  const drawn = stored && (await ctx.files.get(keyOf(stored.sha256)));
  if (drawn) return toOpened(drawn, "image/jpeg");
  const key = coverKeyOf(seed);
  const kept = await ctx.files.get(key);
  if (kept) return toOpened(kept, "image/png");
  const bytes = drawCoverPng(seed);
  ctx.defer(ctx.files.put(key, bytes));
  return { body: bytes, size: bytes.length, etag: null, contentType: "image/png" };
}

const toOpened = (
  { body, size, httpEtag }: R2ObjectBody,
  contentType: OpenedPicture["contentType"],
): OpenedPicture => ({ body, size, etag: httpEtag, contentType });

/** Returns what the picture of links to the shop shows. */
export function toShopCard({
  name,
  line,
  accent,
  logo,
}: Pick<ShopSettings, "name" | "line" | "accent" | "logo">): ShopCard {
  return { name, line, accent, logo };
}

/**
 * Returns what the picture of links to the shop has to show in the default language, the pictures that there are, and
 * in `stale` those that have to be drawn, in each language of the shop.
 */
export async function showShopCard(ctx: Ctx): Promise<
  Share<ShopCard> & {
    stale: Share<ShopCard>[];
    picture: StoredSharePicture | null;
  }
> {
  const { shop, shares } = await listShopShares(ctx);
  const { sharePicture } = shop;
  const stale = shares.filter((share) => !isDrawn(sharePicture, share));
  return { ...shares[0]!, stale, picture: sharePicture };
}

/** Lists what the picture has to show, in the default language and in each other one. */
async function listShopShares(ctx: Ctx) {
  const [shop, languages, translations] = await Promise.all([
    readShopSettings(ctx),
    readLanguages(ctx),
    readTranslations<"line">(ctx, ["shop"]),
  ]);
  const card = toShopCard(shop);
  const texts = translations.get("shop");
  const others = listOtherLanguages(languages).map((locale) =>
    toCardIn(card, locale, { line: texts?.[locale]?.line ?? card.line }),
  );
  return { shop, shares: [card, ...others].map((each) => toShare(each, languages.default)) };
}

/**
 * Saves the picture of links to the shop in the language of its card.
 * @param input.source that of the card which the picture shows
 * @throws `edit_conflict` if the shop changed since then; `invalid_input` unless it is a JPEG of 1200 × 630
 */
export async function saveShopPicture(
  ctx: Ctx,
  input: { source: string; bytes: Uint8Array },
): Promise<void> {
  const { shop, shares } = await listShopShares(ctx);
  const drawn = shares.find(({ source }) => source === input.source);
  if (!drawn) throw fail("edit_conflict");
  const { source, card } = drawn;
  const sha256 = await storeSharePicture(ctx, input.bytes);
  await saveShopSettings(ctx, {
    sharePicture: addPicture(shop.sharePicture, { sha256, source }, card.locale),
  });
}
