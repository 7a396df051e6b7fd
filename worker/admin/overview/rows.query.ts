import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import {
  hasConverted,
  hasStarted,
  isLostTrial,
  isTrial,
} from "../../purchases/totals/store-recompute.ts";
import { expectedRenewals, renewingSubscriptions } from "./store-renewals.ts";

/** The figures whose rows can be listed. */
export const figures = [
  "gross",
  "revenue",
  "refunded",
  "fees",
  "disputed",
  "net",
  "failed",
  "new_customers",
  "product",
  "country",
  "mrr_new",
  "mrr_reactivated",
  "mrr_expansion",
  "mrr_contraction",
  "mrr_churned",
  "started",
  "ended",
  "trials",
  "converted_trials",
  "lost_trials",
  "checkouts",
  "completed_checkouts",
  "renewals_7d",
  "renewals_30d",
  "payouts",
] as const;

export type FigureName = (typeof figures)[number];

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
  currency: string | undefined;
  /** The product's id or the country; empty for unknown. */
  key: string;
  after: Cursor | undefined;
  limit: number;
};

/**
 * Lists what a figure counts, newest first; renewals the next first. One statement, which reads a page from an index.
 * Adding names does not keep the order for certain, so the page is sorted again.
 */
export async function listFigureRows(db: Database, filter: RowFilter): Promise<FigureRow[]> {
  const rows = await db.all<FigureRow>(toQuery(filter));
  const isAscending = filter.figure === "renewals_7d" || filter.figure === "renewals_30d";
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((a, b) => sign * (a.sortAt - b.sortAt || (a.id < b.id ? -1 : 1)));
}

function toQuery(filter: RowFilter): SQL {
  const { figure } = filter;
  switch (figure) {
    case "gross":
      return fromPayments(filter, sql`amount_minor`, sql`status = 'succeeded'`);
    case "revenue":
      return fromPayments(filter, sql`amount_minor - refunded_minor`, sql`status = 'succeeded'`);
    case "refunded":
      return fromPayments(filter, sql`refunded_minor`, sql`refunded_minor > 0`);
    case "failed":
      return fromPayments(filter, sql`amount_minor`, sql`status = 'failed'`);
    case "new_customers":
      return fromPayments(filter, sql`amount_minor`, sql`is_first = 1`);
    case "product":
      return fromPayments(filter, sql`amount_minor - refunded_minor`, isKey("product_id", filter));
    case "country":
      return fromPayments(filter, sql`amount_minor - refunded_minor`, isKey("country", filter));
    case "fees":
      return fromPayments(filter, sql`fee_minor`, sql`fee_minor <> 0`, "settlement_currency");
    case "disputed":
      return fromPayments(
        filter,
        sql`disputed_minor`,
        sql`disputed_minor > 0`,
        "settlement_currency",
      );
    case "net":
      return fromPayments(filter, sql`net_minor`, sql`net_minor <> 0`, "settlement_currency");
    case "mrr_new":
    case "mrr_reactivated":
    case "mrr_expansion":
    case "mrr_contraction":
    case "mrr_churned":
      return fromMovements(filter, figure.slice("mrr_".length));
    case "started":
      return fromSubscriptions(filter, "created_at", hasStarted);
    case "ended":
      return fromSubscriptions(filter, "ended_at", hasStarted);
    case "trials":
      return fromSubscriptions(filter, "created_at", isTrial);
    case "converted_trials":
      return fromSubscriptions(filter, "trial_end", hasConverted);
    case "lost_trials":
      return fromSubscriptions(filter, "ended_at", isLostTrial);
    case "checkouts":
      return fromCheckouts(filter, sql`true`);
    case "completed_checkouts":
      return fromCheckouts(filter, sql`status = 'complete'`);
    case "renewals_7d":
    case "renewals_30d":
      return fromRenewals(filter);
    case "payouts":
      return fromPayouts(filter);
  }
}

/** The conditions of a page that is sorted by a time and an id, newest first, and its order and limit. */
function page({ from, until, after, limit }: RowFilter, time: string, id: string) {
  const [at, key] = [sql.raw(time), sql.raw(id)];
  return {
    condition: sql`${at} >= ${from} AND ${at} < ${until}
      ${after ? sql`AND (${at}, ${key}) < (${after.value}, ${after.id})` : sql.raw("")}`,
    order: sql`ORDER BY ${at} DESC, ${key} DESC LIMIT ${limit}`,
  };
}

const isKey = (column: string, { key }: RowFilter) =>
  sql`status = 'succeeded' AND ${sql.raw(column)} ${key === "" ? sql`IS NULL` : sql`= ${key}`}`;

/** `+` leaves the choice to an index of what is rarer than a currency. */
const isCurrency = (column: string, { currency }: RowFilter) =>
  currency === undefined ? sql.raw("true") : sql`${sql.raw(column)} = ${currency}`;

function fromPayments(
  filter: RowFilter,
  amount: SQL,
  condition: SQL,
  currency: "currency" | "settlement_currency" = "currency",
): SQL {
  const { condition: isOnPage, order } = page(filter, "created_at", "stripe_charge_id");
  const isRare = !["gross", "revenue", "fees", "net"].includes(filter.figure);
  return withUser(sql`SELECT stripe_charge_id AS id, created_at AS sortAt, created_at AS at, ${amount} AS amountMinor,
      ${sql.raw(currency)} AS currency, product_id AS productId, source_type AS sourceType, source_id AS sourceId,
      user_id AS userId
    FROM payments WHERE mode = ${filter.mode} AND ${condition} AND ${isCurrency(isRare ? `+${currency}` : currency, filter)} AND ${isOnPage}
    ${order}`);
}

/** A movement is of a whole day, so its time is the beginning of that day. */
function fromMovements(
  { mode, from, until, currency, after, limit }: RowFilter,
  kind: string,
): SQL {
  const day = (at: number) => sql`date(${at} / 1000, 'unixepoch')`;
  return withUser(sql`SELECT customer_id AS id, unixepoch(day) * 1000 AS sortAt, unixepoch(day) * 1000 AS at,
      CAST(round(yearly_milli / 12000.0) AS INTEGER) AS amountMinor, currency, NULL AS productId, NULL AS sourceType,
      NULL AS sourceId, (SELECT user_id FROM customers WHERE customers.id = customer_id) AS userId
    FROM mrr_movements WHERE mode = ${mode} AND kind = ${kind} AND currency = ${currency ?? ""}
      AND day >= ${day(from)} AND day <= ${day(until - 1)}
      ${after ? sql`AND (day, customer_id) < (${day(Number(after.value))}, ${after.id})` : sql.raw("")}
    ORDER BY day DESC, customer_id DESC LIMIT ${limit}`);
}

const firstProduct = (subscription: SQL) =>
  sql`(SELECT product_id FROM subscription_items AS items WHERE items.subscription_id = ${subscription} LIMIT 1)`;

function fromSubscriptions(filter: RowFilter, time: string, condition: SQL): SQL {
  const { condition: isOnPage, order } = page(filter, time, "id");
  return withUser(sql`SELECT id, ${sql.raw(time)} AS sortAt, ${sql.raw(time)} AS at, NULL AS amountMinor, currency,
      ${firstProduct(sql`subscriptions.id`)} AS productId, 'subscription' AS sourceType, id AS sourceId, user_id AS userId
    FROM subscriptions WHERE mode = ${filter.mode} AND ${condition} AND ${isOnPage} ${order}`);
}

function fromCheckouts(filter: RowFilter, condition: SQL): SQL {
  const { condition: isOnPage, order } = page(filter, "created_at", "id");
  return withUser(sql`SELECT id, created_at AS sortAt, created_at AS at, NULL AS amountMinor, NULL AS currency, product_id AS productId,
      NULL AS sourceType, NULL AS sourceId, user_id AS userId
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
      (SELECT user_id FROM subscriptions WHERE subscriptions.id = renewals.id) AS userId
    FROM ${expectedRenewals(subscriptions, filter)} AS renewals`);
}

function fromPayouts(filter: RowFilter): SQL {
  const { condition, order } = page(filter, "created_at", "stripe_payout_id");
  return withUser(sql`SELECT stripe_payout_id AS id, created_at AS sortAt, created_at AS at, amount_minor AS amountMinor, currency,
      NULL AS productId, NULL AS sourceType, NULL AS sourceId, NULL AS userId
    FROM payouts WHERE mode = ${filter.mode} AND status NOT IN ('failed', 'canceled')
      AND ${isCurrency("currency", filter)} AND ${condition} ${order}`);
}

/** Adds the names of the product and of the user. */
function withUser(rows: SQL): SQL {
  return sql`SELECT rows.id, sortAt, at, amountMinor, currency, sourceType, sourceId, userId,
      (SELECT name FROM products WHERE products.id = productId) AS product, users.name, users.email
    FROM (${rows}) AS rows LEFT JOIN users ON users.id = rows.userId`;
}
