import type { Ctx } from "../../context.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { listProductCards } from "../../catalog/share-card.ts";
import { listProductsOfStatus, setProduct } from "../../catalog/store-editing.ts";
import { commit } from "../../db/client.ts";
import { readPage, type Page } from "../../db/page-cursor.ts";
import { fail } from "../../errors.ts";
import { getCardSource, type ProductCard } from "../../drawing/share-card.ts";
import { storeSharePicture } from "../../settings/share-pictures.ts";

/** So many published products are compared for one page. */
const PAGE = 100;

/** A picture that has to be drawn. `source` is sent back with it. */
export type StaleSharePicture = { id: string; card: ProductCard; source: string };

/**
 * Lists the published products whose picture of shared links is missing or shows something else than the product, in
 * the shop's order. A page can have few items, or none, and still have a next page.
 */
export async function listStaleSharePictures(
  ctx: Ctx,
  input: { cursor?: string | undefined },
): Promise<Page<StaleSharePicture>> {
  const { items, nextCursor } = await readPage(
    { ...input, limit: PAGE },
    ({ after, limit }) =>
      listProductsOfStatus(ctx.db, {
        mode: ctx.config.stripe.mode,
        status: "published",
        after: after && { position: Number(after.value) || 0, rowid: Number(after.id) || 0 },
        limit,
      }),
    ({ position, rowid }) => ({ value: position, id: String(rowid) }),
  );
  const cards = await listProductCards(ctx, items);
  return {
    nextCursor,
    items: items.flatMap(({ id, sharePicture }, index) => {
      const card = cards[index];
      const source = card && getCardSource(card);
      return card && source && source !== sharePicture?.source ? [{ id, card, source }] : [];
    }),
  };
}

/**
 * Saves the picture of links to a product, drawn in the seller's browser.
 * @param input.source that of the card which the picture shows
 * @throws `not_found`; `edit_conflict` if the product changed since then; `invalid_input` unless it is a JPEG of
 *   1200 × 630
 */
export async function saveProductPicture(
  ctx: Ctx,
  input: { id: string; source: string; bytes: Uint8Array },
): Promise<void> {
  const product = await requireProduct(ctx, input.id);
  const [card] = await listProductCards(ctx, [product]);
  if (!card || getCardSource(card) !== input.source) throw fail("edit_conflict");
  const sha256 = await storeSharePicture(ctx, input.bytes);
  const sharePicture = { sha256, source: input.source };
  // oxlint-disable-next-line gatehouse/record-change -- the browser of whoever opens a list draws it, nobody decides it
  await commit(ctx.db, [setProduct(ctx.db, product.id, { sharePicture })]);
}
