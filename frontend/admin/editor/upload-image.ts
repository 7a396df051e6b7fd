import { readResponse } from "../../http/errors.ts";
import type { ImageSize } from "../../../worker/catalog/images.ts";

/** What the file picker offers. The Worker looks at the bytes and refuses everything else. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/** A picture that was uploaded: the URL that serves it, and its size in pixels, if this browser can read it. */
export type UploadedPicture = { url: string; size: { width: number; height: number } | null };

/** Does the same as `uploadPicture`, for those who need no size. @returns the URL that serves it */
export const uploadImage = async (file: File): Promise<string> => (await uploadPicture(file)).url;

/**
 * Scales a picture in this browser and uploads it with its smaller versions.
 * @throws ApiError `invalid_input` if it is not a picture, or larger than 5 MB after scaling
 */
export async function uploadPicture(file: File): Promise<UploadedPicture> {
  const { large, versions, size } = await shrinkPicture(file);
  const url = await sendImage("", large);
  for (const [name, version] of Object.entries(versions))
    await sendImage(`?of=${url.split("/").at(-1)}&size=${name}`, version);
  return { url, size };
}

async function sendImage(query: string, body: Blob): Promise<string> {
  // Uses `fetch`, because the typed client cannot send raw bytes.
  const request = fetch(`/api/admin/products/images${query}`, { method: "POST", body });
  return ((await readResponse(request)) as { url: string }).url;
}

/** In pixels. Enough for the largest place on a page, also on a screen with two pixels for each point. */
const LARGE_WIDTH = 1600;
const LARGE_QUALITY = 0.8;
/** In pixels. As wide as most phones show a product's picture, and the cards of the storefront. */
const versionWidths: Record<ImageSize, number> = { small: 720, card: 320 };
/** Lower, because phones show several pixels for each point, and often load over a slow connection. */
const VERSION_QUALITY = 0.55;

/**
 * Makes a picture as small as pages need it, and smaller versions, so that no visitor loads a photograph of five
 * megabytes. Animations, small files and what the browser cannot read stay as they are; the Worker says what is wrong.
 * @returns `versions`: those that are narrower than the picture
 */
async function shrinkPicture(file: Blob): Promise<{
  large: Blob;
  versions: Partial<Record<ImageSize, Blob>>;
  size: UploadedPicture["size"];
}> {
  const bitmap = await readBitmap(file);
  if (!bitmap) return { large: file, versions: {}, size: null };
  const size = { width: bitmap.width, height: bitmap.height };
  if (file.type === "image/gif") return { large: file, versions: {}, size };
  const large = await scaleTo(LARGE_WIDTH, LARGE_QUALITY, bitmap, file.type);
  const versions: Partial<Record<ImageSize, Blob>> = {};
  for (const [name, width] of Object.entries(versionWidths) as [ImageSize, number][]) {
    if (bitmap.width <= width) continue;
    const version = await scaleTo(width, VERSION_QUALITY, bitmap, file.type);
    if (version) versions[name] = version;
  }
  const isLarger = large !== undefined && large.size >= file.size && bitmap.width <= LARGE_WIDTH;
  bitmap.close();
  return { large: isLarger ? file : (large ?? file), versions, size };
}

async function readBitmap(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}

/** @returns undefined if this browser cannot write the picture in a format that keeps what it shows */
async function scaleTo(
  maxWidth: number,
  quality: number,
  bitmap: ImageBitmap,
  originalType: string,
): Promise<Blob | undefined> {
  const width = Math.min(bitmap.width, maxWidth);
  const canvas = new OffscreenCanvas(
    width,
    Math.round((bitmap.height * width) / bitmap.width) || 1,
  );
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // Safari writes no WebP and answers with PNG. JPEG has no transparency, so it only replaces JPEG.
  for (const type of ["image/webp", ...(originalType === "image/jpeg" ? ["image/jpeg"] : [])]) {
    const blob = await canvas.convertToBlob({ type, quality });
    if (blob.type === type) return blob;
  }
  return undefined;
}
