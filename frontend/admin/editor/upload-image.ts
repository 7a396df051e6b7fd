import { readResponse } from "../../http/errors.ts";
import { shrinkPicture } from "./shrink-picture.ts";

/** What the file picker offers. The Worker looks at the bytes and refuses everything else. */
export const IMAGE_TYPES = "image/png,image/jpeg,image/webp,image/avif,image/gif";

/**
 * Scales a picture in this browser and uploads it with its smaller versions.
 * @returns the URL that serves it
 * @throws ApiError `invalid_input` if it is not a picture, or larger than 5 MB after scaling
 */
export async function uploadImage(file: File): Promise<string> {
  const { large, versions } = await shrinkPicture(file);
  const url = await sendImage("", large);
  for (const [size, version] of Object.entries(versions))
    await sendImage(`?of=${url.split("/").at(-1)}&size=${size}`, version);
  return url;
}

async function sendImage(query: string, body: Blob): Promise<string> {
  // Uses `fetch`, because the typed client cannot send raw bytes.
  const request = fetch(`/api/admin/products/images${query}`, { method: "POST", body });
  return ((await readResponse(request)) as { url: string }).url;
}
