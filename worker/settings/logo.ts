import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";
import { saveShop, type ShopSettings } from "./shop-settings.ts";

export const MOST_LOGO_BYTES = 1024 * 1024;

/** SVG is not among them: it is a document, which can script, where it is opened by itself. */
const types = { png: "image/png", jpg: "image/jpeg", webp: "image/webp" } as const;

/** What a logo is called: the SHA-256 of its bytes, so that the same name is always the same picture. */
export const logoName = /^[0-9a-f]{64}\.(png|jpg|webp)$/;

/**
 * Makes these bytes the shop's logo. The one before is kept: pages that are open still show it.
 * @throws `invalid_input` where the bytes are no PNG, JPEG or WebP, whatever they are said to be
 */
export async function saveLogo(ctx: Ctx, input: { bytes: Uint8Array }): Promise<ShopSettings> {
  const extension = kindOf(input.bytes);
  if (!extension) {
    const message = "This is no PNG, JPEG or WebP picture.";
    throw fail("invalid_input", { reason: "no picture", fields: [{ path: "logo", message }] });
  }
  const name = `${createHash("sha256").update(input.bytes).digest("hex")}.${extension}`;
  await ctx.files.put(keyOf(name), input.bytes);
  return saveShop(ctx, { logo: name });
}

/** From now on the name stands alone. */
export async function removeLogo(ctx: Ctx): Promise<ShopSettings> {
  return saveShop(ctx, { logo: null });
}

/**
 * A logo's bytes, which never change under their name.
 * @throws `not_found`
 */
export async function sendLogo(ctx: Ctx, input: { name: string }): Promise<Response> {
  const object = await ctx.files.get(keyOf(input.name));
  if (!object) throw fail("not_found", { reason: "no logo of that name" });
  const extension = input.name.split(".").at(-1) as keyof typeof types;
  return new Response(object.body, {
    headers: {
      "content-type": types[extension],
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
}

/** Away from the files that are for sale, whose keys begin with an id. */
function keyOf(name: string): string {
  return `logos/${name}`;
}

function kindOf(bytes: Uint8Array): keyof typeof types | null {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n") && head.endsWith("IHDR")) return "png";
  if (head.startsWith("\xff\xd8\xff")) return "jpg";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "webp";
  return null;
}
