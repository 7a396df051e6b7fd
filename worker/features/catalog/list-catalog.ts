import type { Ctx } from "../../context.ts";
import { decodeCursor, PAGE_SIZE, toPage, type Page, type PageInput } from "../../lib/cursor.ts";
import { listPrices, listProductsOfStatus } from "./store-editing.ts";
import { countOwners } from "./store-holders.ts";
import { listUnpushed } from "./store-owed.ts";
import type { PriceRow, ProductRow } from "./store.ts";

type Status = ProductRow["status"];

/** A product as the console lists it. Amounts in minor units; `unpushedSince`: Stripe does not know of an edit yet. */
export type CatalogEntry = Pick<
  ProductRow,
  "id" | "slug" | "name" | "image" | "status" | "updatedAt"
> & {
  prices: Pick<
    PriceRow,
    "amountMinor" | "currency" | "type" | "interval" | "intervalCount" | "model"
  >[];
  unpushedSince: number | null;
};

/** What is for sale comes first, in the storefront's order; then what is not yet, then what is no more. */
const order: Status[] = ["published", "draft", "archived"];

/**
 * The seller's products, of one status or all, a page at a time. A search reads every name of a status: products are
 * hundreds, not hundreds of thousands.
 */
export async function listCatalog(
  ctx: Ctx,
  input: PageInput & { status?: Status | undefined; search?: string | undefined },
): Promise<Page<CatalogEntry>> {
  const { mode } = ctx.config.stripe;
  const { cursor, limit = PAGE_SIZE, status, search } = input;
  const from = cursor === undefined ? undefined : readCursor(cursor);
  const statuses = (status ? [status] : order).slice(
    from && !status ? order.indexOf(from.status) : 0,
  );
  const rows: { product: ProductRow; rowid: number }[] = [];
  for (const each of statuses) {
    if (rows.length > limit) break;
    rows.push(
      ...(await listProductsOfStatus(ctx.db, {
        mode,
        status: each,
        after: from?.status === each ? from : undefined,
        namePart: search?.toLowerCase(),
        limit: limit + 1 - rows.length,
      })),
    );
  }
  const page = toPage(rows, limit, ({ product, rowid }) => ({
    value: `${product.status} ${product.position}`,
    id: String(rowid),
  }));
  const ids = page.items.map(({ product }) => product.id);
  const [prices, unpushed] = await Promise.all([
    listPrices(ctx.db, ids),
    listUnpushed(ctx.db, mode, ids),
  ]);
  return {
    ...page,
    items: page.items.map(({ product: { id, slug, name, image, status, updatedAt } }) => ({
      id,
      slug,
      name,
      image,
      status,
      updatedAt,
      prices: prices
        .filter((price) => price.productId === id && price.active)
        .map(({ amountMinor, currency, type, interval, intervalCount, model }) => ({
          amountMinor,
          currency,
          type,
          interval,
          intervalCount,
          model,
        })),
      unpushedSince: unpushed.get(id) ?? null,
    })),
  };
}

/** How many people have each product, by its id. It reads every purchase, so that the list does not wait for it. */
export async function showOwners(ctx: Ctx): Promise<Record<string, number>> {
  const rows = await countOwners(ctx.db, ctx.config.stripe.mode);
  return Object.fromEntries(rows.map(({ productId, people }) => [productId, people]));
}

function readCursor(cursor: string): { status: Status; position: number; rowid: number } {
  const { value, id } = decodeCursor(cursor);
  const [status = "", position = ""] = String(value).split(" ");
  return {
    status: order.find((each) => each === status) ?? "published",
    position: Number(position) || 0,
    rowid: Number(id) || 0,
  };
}
