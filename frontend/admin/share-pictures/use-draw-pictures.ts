import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ProductCard, Share, ShopCard } from "../../../worker/drawing/share-card.ts";
import { isApiError, readResponse } from "../../http/errors.ts";
import { drawCard } from "./draw-card.ts";
import { api, read } from "../../http/client.ts";

/** The state of a picture that is being drawn and saved. */
export type Drawing = { hasFailed: boolean; isPending: boolean; retry: () => void };

type AnyShare = Share<ProductCard> | Share<ShopCard>;

/**
 * Draws the pictures of an object that are missing or out of date, in each language of the shop: one after the other,
 * once for each source.
 * @param options.url where they are stored
 * @param options.stale what they have to show
 * @param options.onSaved gets the last response's body
 * @param options.onOutdated loads the cards again, because somebody else has changed what the pictures have to show
 */
export function useDrawPictures({
  url,
  stale,
  onSaved,
  onOutdated,
}: {
  url: string;
  stale: AnyShare[];
  onSaved: (body: unknown) => void;
  onOutdated: () => void;
}): Drawing {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      let body: unknown;
      for (const share of stale) body = await drawAndUpload(url, share);
      return body;
    },
    onSuccess: (body) => body !== undefined && onSaved(body),
    onError: (error) => {
      if (isApiError(error, "edit_conflict")) onOutdated();
    },
  });
  const tried = useRef("");
  const sources = stale.map(({ source }) => source).join();
  useEffect(() => {
    if (sources === "" || tried.current === sources || isPending) return;
    tried.current = sources;
    mutate();
  }, [sources, isPending, mutate]);
  const hasFailed = error !== null && !isApiError(error, "edit_conflict");
  return { hasFailed, isPending, retry: mutate };
}

/** Small enough for every site that shows links, and without visible loss. */
const JPEG_QUALITY = 0.88;

/** This browser cannot draw pictures, or keeps pages from reading them. */
class DrawingError extends Error {}

/**
 * Draws the picture of a card and uploads it.
 * @param url where to, without a query
 * @param source of the card, which the server compares with what the picture has to show now
 * @returns the response's body
 * @throws DrawingError, ApiError, NetworkError
 */
export async function drawAndUpload(
  url: string,
  { locale, card, source }: AnyShare,
): Promise<unknown> {
  const canvas = document.createElement("canvas");
  if (!(await drawCard(canvas, card, locale))) throw new DrawingError();
  const picture = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  if (picture?.type !== "image/jpeg") throw new DrawingError();
  const query = new URLSearchParams({ source });
  return readResponse(fetch(`${url}?${query}`, { method: "PUT", body: picture }));
}

/** The URL that stores the picture of a product. */
export const productPictureUrl = (id: string) =>
  `/api/admin/products/${encodeURIComponent(id)}/share-picture`;

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
