import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import type { DaySpan } from "../../purchases/totals/spans.ts";
import { listPackedByTime } from "../../purchases/payments/store-packs.ts";
import { unionWith, type PaymentRow } from "../../purchases/payments/store.ts";
import {
  hasConverted,
  hasStarted,
  isLostTrial,
  isTrial,
} from "../../purchases/totals/store-recompute.ts";
import { expectedRenewals, renewingSubscriptions } from "../../purchases/totals/store-renewals.ts";

/**
 * A row that a figure counts. `at` is in unix milliseconds, the amount in minor units; null if there is none. Pages are
 * sorted by `sortAt` and `id`.
 */
export type FigureRow = {
  id: string;
  sortAt: number;
  at: number;
  amountMinor: number | null;
  currency: string | null;
  product: string | null;
  sourceType: "order" | "subscription" | "other" | null;
  sourceId: string | null;
  userId: string | null;
  name: string | null;
  email: string | null;
};

/** Which rows are listed: times in unix milliseconds, `until` excluded. */
export type RowFilter = {
  figure: FigureName;
  mode: Mode;
  from: number;
  until: number;
  /** The shop's days between these times. */
  span: DaySpan;
  currency: string | undefined;
  /** The product's id or the country; empty for unknown. */
  key: string;
  after: Cursor | undefined;
  limit: number;
};

/** Payments that one statement looks through for those that match a condition without an index. */
const MAX_SCANNED = 1000;

/**
 * Lists what a figure counts, newest first; renewals soonest first. One statement, which reads a page from an index, or
 * looks through `MAX_SCANNED` payments. The join may change the order, so the page is sorted again.
 * @returns `scannedTo`: the last payment that was looked at, if there may be more behind it; else null
 */
export async function listFigureRows(
  db: Database,
  filter: RowFilter,
): Promise<{ rows: FigureRow[]; scannedTo: Cursor | null }> {
  const { figure, mode, from: since, until, after } = filter;
  const packed = scanned.has(figure)
    ? await listPackedByTime(db, mode, { since, until, after, limit: MAX_SCANNED })
    : [];
  const query = queries[figure]({ ...filter, packed });
  const found = await db.all<FigureRow & { isPlace: 0 | 1 }>(query);
  const isAscending = figure === "renewals_7d" || figure === "renewals_30d";
  const sign = isAscending ? 1 : -1;
  const place = found.find(({ isPlace }) => isPlace === 1);
  return {
    rows: found
      .filter((row) => row !== place)
      .map(({ isPlace: _, ...row }) => row)
      .toSorted((a, b) => sign * (a.sortAt - b.sortAt || (a.id < b.id ? -1 : 1))),
    scannedTo: place ? { value: place.sortAt, id: place.id } : null,
  };
}

/** A filter, and the packed payments that are looked through together with the others. */
type FigureQuery = RowFilter & { packed: PaymentRow[] };

/** The rows that each figure counts. */
const queries = {
  gross: (filter) => fromPayments(filter, sql`amount_minor`, sql`status = 'succeeded'`),
  revenue: (filter) =>
    fromPayments(filter, sql`amount_minor - refunded_minor`, sql`status = 'succeeded'`),
  refunded: (filter) => fromPayments(filter, sql`refunded_minor`, sql`refunded_minor > 0`),
  fees: (filter) =>
    fromPayments(filter, sql`fee_minor`, sql`fee_minor <> 0`, "settlement_currency"),
  disputed: (filter) =>
    fromPayments(filter, sql`disputed_minor`, sql`disputed_minor > 0`, "settlement_currency"),
  net: (filter) => fromPayments(filter, sql`net_minor`, sql`net_minor <> 0`, "settlement_currency"),
  failed: (filter) => fromPayments(filter, sql`amount_minor`, sql`status = 'failed'`),
  new_customers: (filter) => fromPayments(filter, sql`amount_minor`, sql`is_first = 1`),
  product: (filter) =>
    fromPayments(filter, sql`amount_minor - refunded_minor`, isKey("product_id", filter)),
  country: (filter) =>
    fromPayments(filter, sql`amount_minor - refunded_minor`, isKey("country", filter)),
  mrr_new: (filter) => fromMovements(filter, "new"),
  mrr_reactivated: (filter) => fromMovements(filter, "reactivated"),
  mrr_expansion: (filter) => fromMovements(filter, "expansion"),
  mrr_contraction: (filter) => fromMovements(filter, "contraction"),
  mrr_churned: (filter) => fromMovements(filter, "churned"),
  started: (filter) => fromSubscriptions(filter, "created_at", hasStarted),
  ended: (filter) => fromSubscriptions(filter, "ended_at", hasStarted),
  trials: (filter) => fromSubscriptions(filter, "created_at", isTrial),
  converted_trials: (filter) => fromSubscriptions(filter, "trial_end", hasConverted),
  lost_trials: (filter) => fromSubscriptions(filter, "ended_at", isLostTrial),
  checkouts: (filter) => fromCheckouts(filter, sql`true`),
  completed_checkouts: (filter) => fromCheckouts(filter, sql`status = 'complete'`),
  renewals_7d: fromRenewals,
  renewals_30d: fromRenewals,
  payouts: fromPayouts,
} satisfies Record<string, (filter: FigureQuery) => SQL>;

export type FigureName = keyof typeof queries;

/** What no index finds. What has one is never packed: refunds, disputes and failed payments. */
const scanned: ReadonlySet<FigureName> = new Set([
  "gross",
  "revenue",
  "fees",
  "net",
  "new_customers",
  "product",
  "country",
]);

/** The figures whose rows can be listed. */
export const figures = Object.keys(queries) as FigureName[];

/** The conditions of a page that is sorted by a time and an id, newest first, and its order and limit. */
function page({ from, until, after, limit }: RowFilter, time: string, id: string) {
  const [at, key] = [sql.raw(time), sql.raw(id)];
  return {
    // SQLite begins to read at one upper end. The `+` makes that the cursor, and not the end of the period.
    condition: sql`${at} >= ${from} AND ${
      after
        ? sql`+${at} < ${until} AND (${at}, ${key}) < (${after.value}, ${after.id})`
        : sql`${at} < ${until}`
    }`,
    order: sql`ORDER BY ${at} DESC, ${key} DESC LIMIT ${limit}`,
  };
}

const isKey = (column: string, { key }: RowFilter) =>
  sql`status = 'succeeded' AND ${sql.raw(column)} ${key === "" ? sql`IS NULL` : sql`= ${key}`}`;

const isCurrency = (column: string, { currency }: RowFilter) =>
  currency === undefined ? sql.raw("true") : sql`${sql.raw(column)} = ${currency}`;

function fromPayments(
  filter: FigureQuery,
  amount: SQL,
  condition: SQL,
  currency: "currency" | "settlement_currency" = "currency",
): SQL {
  const isMatch = sql`${condition} AND ${isCurrency(currency, filter)}`;
  const pageOf = (limit: number) => page({ ...filter, limit }, "created_at", "stripe_charge_id");
  const select = sql`SELECT stripe_charge_id AS id, created_at AS sortAt, created_at AS at, ${amount} AS amountMinor,
      ${sql.raw(currency)} AS currency, product_id AS productId, source_type AS sourceType, source_id AS sourceId,
      user_id AS userId`;
  const { condition: isOnPage, order } = pageOf(filter.limit);
  const isMode = sql`mode = ${filter.mode}`;
  if (!scanned.has(filter.figure))
    return withUser(
      sql`${select}, 0 AS isPlace FROM payments WHERE ${isMode} AND ${isMatch} AND ${isOnPage} ${order}`,
    );
  const inOrder = pageOf(MAX_SCANNED).order;
  const rows = sql`FROM payments INDEXED BY payments_time WHERE ${isMode} AND ${isOnPage} ${inOrder}`;
  const { packed } = filter;
  const inTime = packed.length === 0 ? rows : sql`FROM ${unionWith(rows, packed)} ${inOrder}`;
  // The second part runs only if the first one does not fill the page.
  return withUser(sql`SELECT * FROM (
      SELECT * FROM (${select}, 0 AS isPlace FROM (SELECT * ${inTime}) WHERE ${isMatch})
      UNION ALL
      SELECT * FROM (SELECT stripe_charge_id, created_at, created_at, NULL, NULL, NULL, NULL, NULL, NULL, 1
        FROM (SELECT stripe_charge_id, created_at ${inTime}) LIMIT 1 OFFSET ${MAX_SCANNED - 1}))
    LIMIT ${filter.limit}`);
}

/** A movement is of a whole day of the shop, so its time is the beginning of the UTC day of the same name. */
function fromMovements({ mode, span, currency, after, limit }: RowFilter, kind: string): SQL {
  const day = (at: number) => sql`date(${at} / 1000, 'unixepoch')`;
  return withUser(sql`SELECT customer_id AS id, unixepoch(day) * 1000 AS sortAt, unixepoch(day) * 1000 AS at,
      CAST(round(yearly_milli / 12000.0) AS INTEGER) AS amountMinor, currency, NULL AS productId, NULL AS sourceType,
      NULL AS sourceId, (SELECT user_id FROM customers WHERE customers.id = customer_id) AS userId, 0 AS isPlace
    FROM mrr_movements WHERE mode = ${mode} AND kind = ${kind} AND currency = ${currency ?? ""}
      AND day >= ${span.from} AND day <= ${span.to}
      ${after ? sql`AND (day, customer_id) < (${day(Number(after.value))}, ${after.id})` : sql.raw("")}
    ORDER BY day DESC, customer_id DESC LIMIT ${limit}`);
}

const firstProduct = (subscription: SQL) =>
  sql`(SELECT product_id FROM subscription_items AS items WHERE items.subscription_id = ${subscription} LIMIT 1)`;

function fromSubscriptions(filter: RowFilter, time: string, condition: SQL): SQL {
  const { condition: isOnPage, order } = page(filter, time, "id");
  return withUser(sql`SELECT id, ${sql.raw(time)} AS sortAt, ${sql.raw(time)} AS at, NULL AS amountMinor, currency,
      ${firstProduct(sql`subscriptions.id`)} AS productId, 'subscription' AS sourceType, id AS sourceId, user_id AS userId,
      0 AS isPlace
    FROM subscriptions WHERE mode = ${filter.mode} AND ${condition} AND ${isOnPage} ${order}`);
}

function fromCheckouts(filter: RowFilter, condition: SQL): SQL {
  const { condition: isOnPage, order } = page(filter, "created_at", "id");
  return withUser(sql`SELECT id, created_at AS sortAt, created_at AS at, NULL AS amountMinor, NULL AS currency, product_id AS productId,
      NULL AS sourceType, NULL AS sourceId, user_id AS userId, 0 AS isPlace
    FROM checkouts WHERE mode = ${filter.mode} AND ${condition} AND ${isOnPage} ${order}`);
}

/** Pages through subscriptions. Those that renew more than once have several rows on their page. */
function fromRenewals(filter: RowFilter): SQL {
  const { mode, after, limit } = filter;
  const subscriptions = sql`SELECT * ${renewingSubscriptions(mode, filter)}
    AND ${isCurrency("currency", filter)}
    ${after ? sql`AND (current_period_end, id) > (${after.value}, ${after.id})` : sql.raw("")}
    ORDER BY current_period_end, id LIMIT ${limit}`;
  return withUser(sql`SELECT renewals.id, sortAt, at, amountMinor, renewals.currency,
      ${firstProduct(sql`renewals.id`)} AS productId, 'subscription' AS sourceType, renewals.id AS sourceId,
      (SELECT user_id FROM subscriptions WHERE subscriptions.id = renewals.id) AS userId, 0 AS isPlace
    FROM ${expectedRenewals(subscriptions, filter)} AS renewals`);
}

function fromPayouts(filter: RowFilter): SQL {
  const { condition, order } = page(filter, "created_at", "stripe_payout_id");
  return withUser(sql`SELECT stripe_payout_id AS id, created_at AS sortAt, created_at AS at, amount_minor AS amountMinor, currency,
      NULL AS productId, NULL AS sourceType, NULL AS sourceId, NULL AS userId, 0 AS isPlace
    FROM payouts WHERE mode = ${filter.mode} AND status NOT IN ('failed', 'canceled')
      AND ${isCurrency("currency", filter)} AND ${condition} ${order}`);
}

/** Adds the names of the product and of the user. `isPlace`: the row only says how far the others were looked for. */
function withUser(rows: SQL): SQL {
  return sql`SELECT rows.id, sortAt, at, amountMinor, currency, sourceType, sourceId, userId, isPlace,
      (SELECT name FROM products WHERE products.id = productId) AS product, users.name, users.email
    FROM (${rows}) AS rows LEFT JOIN users ON users.id = rows.userId`;
}
