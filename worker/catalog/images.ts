import { hash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail } from "../errors.ts";

/** The most bytes of a picture. */
export const MOST_IMAGE_BYTES = 5 * 1024 * 1024;

const keyOf = (sha256: string) => `images/${sha256}`;

/**
 * Keeps a picture under the hash of its bytes, so that the same one twice is one. What it is, its first bytes say: neither
 * its name nor what the browser called it is believed.
 * @returns `url`: where the shop serves it
 * @throws `invalid_input` at `image` for what is too large, or no picture of a known kind
 */
export async function keepImage(
  ctx: Ctx,
  input: { body: ReadableStream<Uint8Array> | null },
): Promise<{ url: string }> {
  const bytes = await readAtMost(input.body, MOST_IMAGE_BYTES);
  if (!bytes) throw refuse("At most 5 MB");
  const contentType = sniffImage(bytes);
  if (!contentType) throw refuse("A PNG, JPEG, WebP, AVIF or GIF file");
  const sha256 = hash("sha256", bytes, "hex");
  await ctx.files.put(keyOf(sha256), bytes, { httpMetadata: { contentType } });
  return { url: `/api/shop/images/${sha256}` };
}

/**
 * A picture's bytes and type.
 * @throws `not_found`
 */
export async function openImage(
  ctx: Ctx,
  input: { sha256: string },
): Promise<{ body: ReadableStream; contentType: string; size: number }> {
  const object = await ctx.files.get(keyOf(input.sha256));
  const contentType = object?.httpMetadata?.contentType;
  if (!object || !contentType) throw fail("not_found", { reason: "no such picture" });
  return { body: object.body, contentType, size: object.size };
}

/** The type that a picture's first bytes are of; null for anything else, SVG (which can hold scripts) among it. */
export function sniffImage(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "image/png";
  if (text(0, 3) === "\xff\xd8\xff") return "image/jpeg";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "image/gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "image/webp";
  if (text(4, 8) === "ftyp" && ["avif", "avis"].includes(text(8, 12))) return "image/avif";
  return null;
}

/** Null where there is more; nothing beyond is read. */
async function readAtMost(
  body: ReadableStream<Uint8Array> | null,
  most: number,
): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > most) return null;
    chunks.push(chunk);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function refuse(message: string) {
  return fail("invalid_input", { reason: message, fields: [{ path: "image", message }] });
}
