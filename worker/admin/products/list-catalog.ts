import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  toPage,
  type Cursor,
  type Page,
  type PageInput,
} from "../../db/page-cursor.ts";
import { listPrices, listProductsOfStatus, type CatalogRow } from "../../catalog/store-editing.ts";
import { countOwners } from "../../sync/catalog/store-product-users.ts";
import { listUnpushed } from "../../sync/catalog/store-pending-syncs.ts";
import type { PriceRow, ProductRow } from "../../catalog/store.ts";

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

/** A part of a name is in no index, so a page looks through so many products and no more. */
const LOOKED_THROUGH = 1000;

/**
 * The seller's products, of one status or all, a page at a time. A page of a search may hold fewer than asked for, or
 * none, and still have a next one.
 * @param input.search a part of the name, in any case
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
  const part = search?.toLowerCase() ?? "";
  const found: CatalogRow[] = [];
  let left = search === undefined ? limit + 1 : LOOKED_THROUGH;
  let last: CatalogRow | undefined;
  for (const each of statuses) {
    const after = from?.status === each ? from : undefined;
    const rows = await listProductsOfStatus(ctx.db, { mode, status: each, after, limit: left });
    found.push(...rows.filter(({ name }) => name.toLowerCase().includes(part)));
    left -= rows.length;
    last = rows.at(-1) ?? last;
    if (left === 0) break;
  }
  const page = toPage(found, limit, placeOf);
  const lookedTo = search !== undefined && left === 0 ? last : undefined;
  const ids = page.items.map(({ id }) => id);
  const [prices, unpushed] = await Promise.all([
    listPrices(ctx.db, ids),
    listUnpushed(ctx.db, mode, ids),
  ]);
  return {
    nextCursor: page.nextCursor ?? (lookedTo ? encodeCursor(placeOf(lookedTo)) : null),
    items: page.items.map(({ id, slug, name, image, status, updatedAt }) => ({
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

function placeOf({ status, position, rowid }: CatalogRow): Cursor {
  return { value: `${status} ${position}`, id: String(rowid) };
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
