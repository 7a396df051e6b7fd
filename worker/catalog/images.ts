import { hash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail, failAt } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/**
 * Smaller versions of a picture, made by the browser that uploaded it: `small` for phones, `card` for the cards of the
 * storefront.
 */
export const imageSizes = ["small", "card"] as const;
export type ImageSize = (typeof imageSizes)[number];

const keyOf = (sha256: string, size?: ImageSize) =>
  size ? `images/${sha256}-${size}` : `images/${sha256}`;

/**
 * Stores a picture under the hash of its bytes, so uploading it twice stores it once. A version is never replaced. The type comes from the first
 * bytes; the file name and the browser's content type are not trusted.
 * @param input.size which version of the picture with the hash `of` this is; a version has no URL of its own
 * @returns `url`: where the shop serves the picture
 * @throws `invalid_input` at `image` if it is too large or not a picture of a supported type, `not_found` for a version
 *   of a picture that was not uploaded
 */
export async function saveImage(
  ctx: Ctx,
  input: {
    body: ReadableStream<Uint8Array> | null;
    of?: string | undefined;
    size?: ImageSize | undefined;
  },
): Promise<{ url: string }> {
  const bytes = await readAtMost(input.body, MAX_IMAGE_BYTES).catch((cause: unknown) => {
    throw failAt("image", "The upload broke off.", cause);
  });
  if (!bytes) throw failAt("image", "Must be 5 MB or smaller.");
  const contentType = detectImageType(bytes);
  if (!contentType) throw failAt("image", "Must be a PNG, JPEG, WebP, AVIF, or GIF file.");
  const { size } = input;
  const sha256 = input.of ?? hash("sha256", bytes, "hex");
  // Its URL is cached for ever, and says nothing of a version's bytes: the first one stays.
  if (size && !(await ctx.files.head(keyOf(sha256))))
    throw fail("not_found", { reason: "a version of no picture" });
  if (!size || !(await ctx.files.head(keyOf(sha256, size))))
    await ctx.files.put(keyOf(sha256, size), bytes, { httpMetadata: { contentType } });
  return { url: `/api/shop/images/${sha256}` };
}

/**
 * Opens a stored picture. A picture without a version of this size is its own: `isExact` is false then.
 * @throws `not_found`
 */
export async function openImage(
  ctx: Ctx,
  input: { sha256: string; size?: ImageSize | undefined },
): Promise<{ body: ReadableStream; contentType: string; size: number; isExact: boolean }> {
  const version = input.size && (await ctx.files.get(keyOf(input.sha256, input.size)));
  const object = version || (await ctx.files.get(keyOf(input.sha256)));
  const contentType = object?.httpMetadata?.contentType;
  if (!object || !contentType) throw fail("not_found", { reason: "no such picture" });
  const isExact = Boolean(version) === Boolean(input.size);
  return { body: object.body, contentType, size: object.size, isExact };
}

/** Returns the picture type of the first bytes; null for anything else, including SVG, which can contain scripts. */
export function detectImageType(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) === "ftyp" && ["avif", "avis"].includes(text(8, 12))) return "image/avif";
  return null;
}
