import type { ProductCard, ShopCard } from "../../../worker/drawing/share-card.ts";
import { readResponse } from "../../http/errors.ts";
import { drawCard } from "./draw-card.ts";

/** Small enough for every site that shows links, and without visible loss. */
const JPEG_QUALITY = 0.88;

/** This browser cannot draw pictures, or keeps pages from reading them. */
export class DrawingError extends Error {}

/**
 * Draws the picture of a card and uploads it.
 * @param url where to, without a query
 * @param source of the card, which the server compares with what the picture has to show now
 * @returns the response's body
 * @throws DrawingError, ApiError, NetworkError
 */
export async function drawAndUpload(
  url: string,
  { card, source }: { card: ProductCard | ShopCard; source: string },
): Promise<unknown> {
  const canvas = document.createElement("canvas");
  if (!(await drawCard(canvas, card))) throw new DrawingError();
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
