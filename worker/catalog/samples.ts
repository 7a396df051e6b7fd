import { hash } from "node:crypto";
import type { Ctx } from "../context.ts";
import { fail, failAt } from "../errors.ts";
import { readAtMost } from "../lib/read-at-most.ts";
import { MAX_SAMPLE_SIZE, type ProductSample } from "../shared/product-media.ts";

const keyOf = (sha256: string) => `samples/${sha256}`;

/**
 * Stores a sound or a video under the hash of its bytes. The type comes from the first bytes; the file name and the
 * browser's content type are not trusted.
 * @returns where the shop serves it, and whether it is a sound or a video
 * @throws `invalid_input` at `sample` if it is too large, or of no type that browsers play
 */
export async function saveSample(
  ctx: Ctx,
  body: ReadableStream<Uint8Array> | null,
): Promise<Pick<ProductSample, "kind" | "url">> {
  const bytes = await readAtMost(body, MAX_SAMPLE_SIZE).catch((cause: unknown) => {
    throw failAt("sample", "The upload broke off.", cause);
  });
  if (!bytes) throw failAt("sample", "Must be 20 MB or smaller.");
  const contentType = detectSampleType(bytes);
  if (!contentType)
    throw failAt("sample", "Must be an MP3, M4A, OGG, WAV, FLAC, MP4, or WebM file.");
  const sha256 = hash("sha256", bytes, "hex");
  await ctx.files.put(keyOf(sha256), bytes, { httpMetadata: { contentType } });
  const kind = contentType.startsWith("video/") ? "video" : "sound";
  return { kind, url: `/api/shop/samples/${sha256}` };
}

/**
 * Finds a stored sample. `open` reads it, or a part of it.
 * @throws `not_found`
 */
export async function findSample(
  ctx: Ctx,
  { sha256 }: { sha256: string },
): Promise<{
  contentType: string;
  size: number;
  open: (range?: { offset: number; length: number }) => Promise<ReadableStream>;
}> {
  const missing = () => fail("not_found", { reason: "no such sample" });
  const found = await ctx.files.head(keyOf(sha256));
  const contentType = found?.httpMetadata?.contentType;
  if (!found || !contentType) throw missing();
  const open = async (range?: { offset: number; length: number }) => {
    const object = await ctx.files.get(keyOf(sha256), range && { range });
    if (!object) throw missing();
    return object.body;
  };
  return { contentType, size: found.size, open };
}

/** Returns the type of a sound or video by its first bytes; null for anything else. */
export function detectSampleType(bytes: Uint8Array): string | null {
  const text = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (text(0, 4) === "RIFF" && text(8, 12) === "WAVE") return "audio/wav";
  if (text(0, 4) === "OggS") return "audio/ogg";
  if (text(0, 4) === "fLaC") return "audio/flac";
  if (text(0, 4) === "\x1aE\xdf\xa3") return "video/webm";
  if (text(4, 8) === "ftyp" && !["avif", "avis", "heic"].includes(text(8, 12)))
    return text(8, 11) === "M4A" ? "audio/mp4" : "video/mp4";
  // A tag before the sound, or the first frame of MPEG audio, layer III.
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe6) === 0xe2;
  return text(0, 3) === "ID3" || isFrame ? "audio/mpeg" : null;
}
