/** In pixels. Enough for the largest place on a page, also on a screen with two pixels for each point. */
const LARGE_WIDTH = 1600;
/** In pixels. As wide as most phones show it. */
const SMALL_WIDTH = 720;
const LARGE_QUALITY = 0.8;
/** Lower, because phones show several pixels for each point, and often load over a slow connection. */
const SMALL_QUALITY = 0.65;

/**
 * Makes a picture as small as pages need it, and a second one for phones, so that no visitor loads a photograph of five
 * megabytes. Animations, small files and what the browser cannot read stay as they are; the Worker says what is wrong.
 * @returns `small`: only if the picture is wider than phones need
 */
export async function shrinkPicture(file: Blob): Promise<{ large: Blob; small: Blob | undefined }> {
  const bitmap = file.type === "image/gif" ? undefined : await readBitmap(file);
  if (!bitmap) return { large: file, small: undefined };
  const large = await scaleTo(LARGE_WIDTH, LARGE_QUALITY, bitmap, file.type);
  const small =
    bitmap.width > SMALL_WIDTH
      ? await scaleTo(SMALL_WIDTH, SMALL_QUALITY, bitmap, file.type)
      : undefined;
  const isLarger = large !== undefined && large.size >= file.size && bitmap.width <= LARGE_WIDTH;
  bitmap.close();
  return { large: isLarger ? file : (large ?? file), small };
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
