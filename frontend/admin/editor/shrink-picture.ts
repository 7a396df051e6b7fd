import type { ImageSize } from "../../../worker/catalog/images.ts";

/** In pixels. Enough for the largest place on a page, also on a screen with two pixels for each point. */
const LARGE_WIDTH = 1600;
const LARGE_QUALITY = 0.8;
/** In pixels. As wide as most phones show a product's picture, and the cards of the storefront. */
const versionWidths: Record<ImageSize, number> = { small: 720, card: 320 };
/** Lower, because phones show several pixels for each point, and often load over a slow connection. */
const VERSION_QUALITY = 0.65;

/**
 * Makes a picture as small as pages need it, and smaller versions, so that no visitor loads a photograph of five
 * megabytes. Animations, small files and what the browser cannot read stay as they are; the Worker says what is wrong.
 * @returns `versions`: those that are narrower than the picture
 */
export async function shrinkPicture(
  file: Blob,
): Promise<{ large: Blob; versions: Partial<Record<ImageSize, Blob>> }> {
  const bitmap = file.type === "image/gif" ? undefined : await readBitmap(file);
  if (!bitmap) return { large: file, versions: {} };
  const large = await scaleTo(LARGE_WIDTH, LARGE_QUALITY, bitmap, file.type);
  const versions: Partial<Record<ImageSize, Blob>> = {};
  for (const [size, width] of Object.entries(versionWidths) as [ImageSize, number][]) {
    if (bitmap.width <= width) continue;
    const version = await scaleTo(width, VERSION_QUALITY, bitmap, file.type);
    if (version) versions[size] = version;
  }
  const isLarger = large !== undefined && large.size >= file.size && bitmap.width <= LARGE_WIDTH;
  bitmap.close();
  return { large: isLarger ? file : (large ?? file), versions };
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
