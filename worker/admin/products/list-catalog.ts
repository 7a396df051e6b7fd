import type { Ctx } from "../../context.ts";
import {
  decodeCursor,
  encodeCursor,
  PAGE_SIZE,
  toPage,
  type Cursor,
  type PageInput,
} from "../../db/page-cursor.ts";
import { listPrices, listProductsOfStatus, type CatalogRow } from "../../catalog/store-editing.ts";
import { countProductUsers } from "../../sync/catalog/store-product-users.ts";
import { resolvePriceTax } from "../../catalog/price-tax.ts";
import { readTaxDisplay } from "../../settings/tax-settings.ts";
import { mapPendingPushTimes } from "../../sync/catalog/store-pending-syncs.ts";
import type { ProductRow } from "../../catalog/store.ts";
import { mapMissingContent } from "./map-missing-content.ts";
import { pick } from "../../lib/pick.ts";

type Status = ProductRow["status"];

/** Published products are first, in the storefront's order; then drafts, then archived ones. */
const statusOrder: Status[] = ["published", "draft", "archived"];

/** No index covers a part of a name, so a page scans at most this many products. */
const MAX_ROWS_SCANNED = 1000;

/**
 * Lists products of one status or all, page by page. A page of a search can have fewer items than `limit`, or none, and
 * still have a next page.
 * @param input.search a part of the name, case-insensitive
 */
export async function listCatalog(
  ctx: Ctx,
  input: PageInput & { status?: Status | undefined; search?: string | undefined },
) {
  const { mode } = ctx.config.stripe;
  const { cursor, limit = PAGE_SIZE, status, search } = input;
  const from = cursor === undefined ? undefined : parseCursor(cursor);
  const statuses = (status ? [status] : statusOrder).slice(
    from && !status ? statusOrder.indexOf(from.status) : 0,
  );
  const searchText = search?.toLowerCase() ?? "";
  const found: CatalogRow[] = [];
  let remaining = search === undefined ? limit + 1 : MAX_ROWS_SCANNED;
  let last: CatalogRow | undefined;
  for (const each of statuses) {
    const after = from?.status === each ? from : undefined;
    const rows = await listProductsOfStatus(ctx.db, {
      mode,
      status: each,
      after,
      limit: remaining,
    });
    found.push(...rows.filter(({ name }) => name.toLowerCase().includes(searchText)));
    remaining -= rows.length;
    last = rows.at(-1) ?? last;
    if (remaining === 0) break;
  }
  const page = toPage(found, limit, toCursor);
  const lastScanned = search !== undefined && remaining === 0 ? last : undefined;
  const ids = page.items.map(({ id }) => id);
  const [prices, completeness, pendingPushTimes, taxDisplay] = await Promise.all([
    listPrices(ctx.db, ids),
    mapMissingContent(ctx, ids),
    mapPendingPushTimes(ctx.db, mode, ids),
    readTaxDisplay(ctx),
  ]);
  return {
    nextCursor: page.nextCursor ?? (lastScanned ? encodeCursor(toCursor(lastScanned)) : null),
    items: page.items.map((row) => {
      const active = prices.filter((price) => price.productId === row.id && price.active);
      return {
        ...pick(row, ["id", "slug", "name", "image", "status", "updatedAt"]),
        prices: active.map((price) => ({
          ...pick(price, ["amountMinor", "currency", "type", "interval", "intervalCount", "model"]),
          tax: resolvePriceTax(taxDisplay, price),
        })),
        /** When the oldest edit that Stripe does not have was made. */
        pendingSyncSince: pendingPushTimes.get(row.id) ?? null,
        /** Whether it has a price, and every benefit delivers something. */
        isComplete: active.length > 0 && completeness.get(row.id)?.isComplete === true,
      };
    }),
  };
}

/** Counts the users of each product, by product id. It reads every purchase, so it is separate from the list. */
export async function showUserCounts(ctx: Ctx): Promise<Record<string, number>> {
  const rows = await countProductUsers(ctx.db, ctx.config.stripe.mode);
  return Object.fromEntries(rows.map(({ productId, userCount }) => [productId, userCount]));
}

function toCursor({ status, position, rowid }: CatalogRow): Cursor {
  return { value: `${status} ${position}`, id: String(rowid) };
}

function parseCursor(cursor: string): { status: Status; position: number; rowid: number } {
  const { value, id } = decodeCursor(cursor);
  const [status = "", position = ""] = String(value).split(" ");
  return {
    status: statusOrder.find((each) => each === status) ?? "published",
    position: Number(position) || 0,
    rowid: Number(id) || 0,
  };
}
