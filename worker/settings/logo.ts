import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail, failAt } from "../errors.ts";
import { readPictureSize } from "../drawing/picture-size.ts";
import { readWebpSize } from "../drawing/webp-size.ts";
import { saveShopSettings, type ShopSettings } from "./shop-settings.ts";

export const MAX_LOGO_BYTES = 1024 * 1024;

/** SVG is not allowed: it is a document that can run scripts when opened on its own. */
const contentTypes = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

/** A logo's file name: the SHA-256 of its bytes, so a name always refers to the same picture. */
export const logoNamePattern = /^[0-9a-f]{64}\.(png|jpg|webp)$/;

/**
 * Saves the bytes as the shop's logo. The previous logo is kept, since open pages still show it.
 * @throws `invalid_input` if the bytes aren't a PNG, JPEG or WebP; the declared type doesn't count
 */
export async function saveLogo(ctx: Ctx, input: { bytes: Uint8Array }): Promise<ShopSettings> {
  const extension = detectImageType(input.bytes);
  if (!extension) throw failAt("logo", "Must be a PNG, JPEG or WebP picture.");
  const name = `${createHash("sha256").update(input.bytes).digest("hex")}.${extension}`;
  await ctx.files.put(logoKey(name), input.bytes);
  return saveShopSettings(ctx, { logo: name });
}

/** Removes the logo, so that only the shop's name is shown. */
export async function removeLogo(ctx: Ctx): Promise<ShopSettings> {
  return saveShopSettings(ctx, { logo: null });
}

/**
 * Returns a response with a logo's bytes, which never change for a name.
 * @throws `not_found`
 */
export async function sendLogo(ctx: Ctx, input: { name: string }): Promise<Response> {
  const object = await ctx.files.get(logoKey(input.name));
  if (!object) throw fail("not_found", { reason: "no logo of that name" });
  return new Response(object.body, {
    headers: {
      "content-type": contentTypeOf(input.name),
      "cache-control": "public, max-age=31536000, immutable",
      // Emails show it, on the pages of webmail programs.
      "cross-origin-resource-policy": "cross-origin",
    },
  });
}

/**
 * Returns a logo's bytes with its size in pixels, which is null if its header cannot be read.
 * @returns null if there is no logo of that name
 */
export async function openLogo(
  ctx: Ctx,
  input: { name: string },
): Promise<{
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  size: { width: number; height: number } | null;
} | null> {
  const object = await ctx.files.get(logoKey(input.name));
  if (!object) return null;
  const bytes = new Uint8Array(await object.arrayBuffer());
  const size = readPictureSize(bytes) ?? readWebpSize(bytes);
  return { bytes, contentType: contentTypeOf(input.name), size };
}

function contentTypeOf(name: string): string {
  return contentTypes[name.split(".").at(-1) as keyof typeof contentTypes];
}

/** A prefix separates logos from the files for sale, whose keys start with an id. */
function logoKey(name: string): string {
  return `logos/${name}`;
}

function detectImageType(bytes: Uint8Array): keyof typeof contentTypes | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n") && head.endsWith("IHDR")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
  return null;
}
