import type { Ctx } from "../../context.ts";
import { requireProduct } from "../../catalog/find-product.ts";
import { listProductShares } from "../../catalog/share-card.ts";
import { listProductsOfStatus, setProduct } from "../../catalog/store-editing.ts";
import { commit } from "../../db/client.ts";
import { readPage, type Page } from "../../db/page-cursor.ts";
import { fail } from "../../errors.ts";
import { addPicture, isDrawn, type ProductCard, type Share } from "../../drawing/share-card.ts";
import { storeSharePicture } from "../../settings/share-pictures.ts";

/** So many published products are compared for one page. */
const PAGE = 100;

/** A picture of a product that has to be drawn. `source` is sent back with it. */
export type StaleSharePicture = Share<ProductCard> & { id: string };

/**
 * Lists the pictures of published products, in each language of the shop, that are missing or show something else than
 * the product, in the shop's order. A page can have few items, or none, and still have a next page.
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
  const shares = await listProductShares(ctx, items);
  return {
    nextCursor,
    items: items.flatMap(({ id, sharePicture }, index) =>
      shares[index]!.flatMap((share) => (isDrawn(sharePicture, share) ? [] : [{ id, ...share }])),
    ),
  };
}

/**
 * Saves the picture of links to a product, drawn in the seller's browser, in the language of its card.
 * @param input.source that of the card which the picture shows
 * @throws `not_found`; `edit_conflict` if the product changed since then; `invalid_input` unless it is a JPEG of
 *   1200 × 630
 */
export async function saveProductPicture(
  ctx: Ctx,
  input: { id: string; source: string; bytes: Uint8Array },
): Promise<void> {
  const product = await requireProduct(ctx, input.id);
  const [shares] = await listProductShares(ctx, [product]);
  const drawn = shares!.find(({ source }) => source === input.source);
  if (!drawn) throw fail("edit_conflict");
  const { source, card } = drawn;
  const sha256 = await storeSharePicture(ctx, input.bytes);
  const sharePicture = addPicture(product.sharePicture, { sha256, source }, card.locale);
  // oxlint-disable-next-line gatehouse/record-change -- the browser of whoever opens a list draws it, nobody decides it
  await commit(ctx.db, [setProduct(ctx.db, product.id, { sharePicture })]);
}
