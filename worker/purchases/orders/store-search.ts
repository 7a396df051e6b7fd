import { and, type AnyColumn, eq, isNotNull, or, type SQL, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database } from "../../db/client.ts";
import { inTimeRange } from "../../db/in-time-range.ts";
import { sortByTime, type TimePage } from "../../db/sort-by.ts";
import { users } from "../../db/schema/account.ts";
import { orders } from "../../db/schema/billing.ts";
import { products } from "../../db/schema/catalog.ts";
import { pick } from "../../lib/pick.ts";
import { byTime } from "../../lib/rows.ts";
import type { TimeRange } from "../../lib/time.ts";
import { hasLine } from "../../db/has-line.ts";
import { hasNumber } from "../../db/has-number.ts";
import type { OrderRow } from "./store.ts";

/** Filters for a list of orders. */
export type OrderFilter = {
  status?: OrderRow["status"] | undefined;
  productId?: string | undefined;
  promotionCodeId?: string | undefined;
  linkId?: string | undefined;
  /** Orders of these users, or the order with this number or id: ours, the session's or the payment intent's. */
  match?: { userIds: string[]; exactId: string } | undefined;
  createdIn: TimeRange;
};

/** An order of the list, with its user and product. Amounts in minor units. */
export type ListedOrder = Awaited<ReturnType<typeof listOrdersByTime>>[number];

/** Returns a page of orders, sorted by time. */
export async function listOrdersByTime(
  db: Database,
  mode: Mode,
  filter: OrderFilter,
  page: TimePage,
) {
  const parts = partsOf(filter);
  const lists = await Promise.all(parts.map((part) => listPart(db, mode, { filter, page, part })));
  const sign = page.oldestFirst ? 1 : -1;
  return lists
    .flat()
    .toSorted((a, b) => sign * byTime(a, b))
    .slice(0, page.limit);
}

/**
 * The orders of a product: those that it is the first product of, which an index has, and those that have it after
 * another one, which are few. One query for both would sort all of them.
 */
type Part = "first" | "later";

const partsOf = (filter: OrderFilter): Part[] =>
  chooseIndex(filter).byProduct ? ["first", "later"] : ["first"];

function listPart(
  db: Database,
  mode: Mode,
  { filter, page, part }: { filter: OrderFilter; page: TimePage; part: Part },
) {
  const { isAfter, orderBy } = sortByTime(orders.createdAt, orders.id, page);
  return db
    .select({
      ...pick(orders, [
        "id",
        "status",
        "disputeStatus",
        "quantity",
        "totalMinor",
        "taxMinor",
        "discountMinor",
        "promotionCodeId",
        "linkId",
        "referral",
        "giftId",
        "lines",
        "upgradeOf",
        "refundedMinor",
        "currency",
        "createdAt",
        "stripePaymentIntentId",
      ]),
      user: pick(users, ["id", "name", "email"]),
      product: pick(products, ["id", "name", "slug", "image"]),
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(products, eq(products.id, orders.productId))
    .where(
      and(
        matchesFilter(mode, filter, part, {
          isDescending: !page.oldestFirst,
          hasCursor: page.after !== undefined,
        }),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** The orders of one currency: how many, and what was paid and refunded, in minor units. */
export type CurrencyTotal = {
  currency: string;
  count: number;
  paidMinor: number;
  refundedMinor: number;
  /** What banks withdrew, or hold until a dispute is decided. It is not part of `paidMinor`. */
  disputedMinor: number;
};

/**
 * Adds up the orders that match, by currency. Orders that were never paid count, but add nothing.
 * @param limit how many orders are read at most, twice as many for a product
 */
export async function addUpOrders(
  db: Database,
  mode: Mode,
  filter: OrderFilter,
  limit: number,
): Promise<CurrencyTotal[]> {
  const parts = partsOf(filter);
  const found = await Promise.all(
    parts.map((part) => addUpPart(db, mode, { filter, limit, part })),
  );
  const byCurrency = Map.groupBy(found.flat(), ({ currency }) => currency);
  return [...byCurrency.values()].map((totals) =>
    totals.reduce((sum, total) => ({
      currency: sum.currency,
      count: sum.count + total.count,
      paidMinor: sum.paidMinor + total.paidMinor,
      refundedMinor: sum.refundedMinor + total.refundedMinor,
      disputedMinor: sum.disputedMinor + total.disputedMinor,
    })),
  );
}

function addUpPart(
  db: Database,
  mode: Mode,
  { filter, limit, part }: { filter: OrderFilter; limit: number; part: Part },
): Promise<CurrencyTotal[]> {
  const found = db
    .select({
      currency: orders.currency,
      paidMinor: sql`CASE WHEN ${orders.status} IN ('pending', 'failed', 'disputed') THEN 0
        ELSE ${orders.totalMinor} END`.as("paid_minor"),
      disputedMinor: sql`iif(${orders.status} = 'disputed', ${orders.totalMinor}, 0)`.as(
        "disputed_minor",
      ),
      refundedMinor: orders.refundedMinor,
    })
    .from(orders)
    .where(matchesFilter(mode, filter, part))
    .limit(limit)
    .as("found");
  return db
    .select({
      currency: found.currency,
      count: sql<number>`count(*)`,
      paidMinor: sql<number>`sum(${found.paidMinor})`,
      refundedMinor: sql<number>`sum(${found.refundedMinor})`,
      disputedMinor: sql<number>`sum(${found.disputedMinor})`,
    })
    .from(found)
    .groupBy(found.currency)
    .orderBy(found.currency);
}

/**
 * Returns the condition for the orders that match. One index must serve both the sort order and the most selective
 * filter. A unary `+` keeps SQLite from using the index of a filter that matches most rows (status `paid`, a single
 * product). Few orders have a promotion code or a link.
 */
function matchesFilter(
  mode: Mode,
  filter: OrderFilter,
  part: Part,
  page?: { isDescending: boolean; hasCursor: boolean },
): SQL | undefined {
  const { status, productId, promotionCodeId, linkId, match, createdIn } = filter;
  const { byLink, byOther, byStatus, byProduct } = chooseIndex(filter);
  return and(
    match || byLink ? sql`+${orders.mode} = ${mode}` : eq(orders.mode, mode),
    match && isMatch(mode, match),
    status === undefined ? undefined : equals(orders.status, status, byStatus && !byOther),
    productId === undefined
      ? undefined
      : byProduct
        ? isOfPart(productId, part)
        : or(equals(orders.productId, productId, false), hasLine(orders.lines, productId)),
    promotionCodeId === undefined
      ? undefined
      : equals(orders.promotionCodeId, promotionCodeId, !match),
    linkId === undefined ? undefined : equals(orders.linkId, linkId, byLink),
    inTimeRange(match || byLink ? sql`+${orders.createdAt}` : orders.createdAt, createdIn, page),
  );
}

/** Which index serves a filter besides the order. */
function chooseIndex({ status, productId, promotionCodeId, linkId, match }: OrderFilter) {
  const byLink = linkId !== undefined && match === undefined && promotionCodeId === undefined;
  const byOther = match !== undefined || promotionCodeId !== undefined || byLink;
  const byStatus = status !== undefined && !(status === "paid" && productId !== undefined);
  return { byLink, byOther, byStatus, byProduct: productId !== undefined && !byStatus && !byOther };
}

const isOfPart = (productId: string, part: Part) =>
  part === "first"
    ? eq(orders.productId, productId)
    : and(
        isNotNull(orders.lines),
        sql`+${orders.productId} <> ${productId}`,
        hasLine(orders.lines, productId),
      );

function isMatch(mode: Mode, { userIds, exactId }: { userIds: string[]; exactId: string }) {
  return or(
    isOneOf(orders.userId, userIds),
    eq(orders.id, exactId),
    hasNumber(orders.id, "ord", exactId),
    matches(orders, { mode, stripeSessionId: exactId }),
    matches(orders, { mode, stripePaymentIntentId: exactId }),
  );
}

/** Compares a column with a value, with or without letting SQLite use an index. */
function equals(column: AnyColumn, value: string, byIndex: boolean): SQL {
  return byIndex ? eq(column, value) : sql`+${column} = ${value}`;
}
