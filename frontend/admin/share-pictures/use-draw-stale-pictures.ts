import { useEffect } from "react";
import { api, read } from "../../http/client.ts";
import { drawAndUpload, productPictureUrl } from "./upload-picture.ts";

/** At most this many pages of 100 products each time. The next visit goes on: what is drawn is no longer listed. */
const MAX_PAGES = 10;

/**
 * Draws the missing pictures of published products in the background, one after the other: those that were published
 * by other programs, changed at Stripe, or drawn before the shop's name or color changed.
 */
export function useDrawStalePictures(): void {
  useEffect(() => {
    const leaving = new AbortController();
    // A picture that cannot be drawn or saved now is drawn at the next visit. Until then, links show the cover.
    void drawStalePictures(leaving.signal).catch(() => undefined);
    return () => leaving.abort();
  }, []);
}

async function drawStalePictures(signal: AbortSignal): Promise<void> {
  let cursor: string | null | undefined;
  for (let page = 0; page < MAX_PAGES && cursor !== null; page++) {
    const query = cursor === undefined ? {} : { cursor };
    const { items, nextCursor } = await read(
      api.admin.products["share-pictures"].$get({ query }, { init: { signal } }),
    );
    for (const { id, ...share } of items) {
      if (signal.aborted) return;
      await drawAndUpload(productPictureUrl(id), share);
    }
    cursor = nextCursor;
  }
}
