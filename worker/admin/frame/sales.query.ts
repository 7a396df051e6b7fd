import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { MAX_COUNTED } from "../../db/page-cursor.ts";

/** What was sold in one currency. Amounts in minor units. */
type SalesTotal = {
  currency: string;
  /** After discounts, with tax. What was refunded of it is still in it; what a bank took back is not. */
  paidMinor: number;
  refundedMinor: number;
  /** What a code took off: of a subscription, only off its first payment. */
  discountMinor: number;
};

/** The purchases made with a code or a link. `totals` are null if there are more than are counted. */
export type Sales = {
  orders: number;
  subscriptions: number;
  /** Whether there are more orders or subscriptions than these. */
  isMore: boolean;
  totals: SalesTotal[] | null;
};

type Counted = SalesTotal & { count: number };

/** What a purchase was made with: the column that has it. */
type MadeWith = "promotion_code_id" | "link_id";

/** The sums of the purchases made with one thing, by currency, as JSON. @param columns from the first `MAX_COUNTED + 1` */
const addUp = (table: "orders" | "subscriptions", by: MadeWith, mode: Mode, columns: SQL) => sql`(
  SELECT json_group_array(json_object('currency', currency, 'count', count, 'paidMinor', paid,
    'refundedMinor', refunded, 'discountMinor', discount))
  FROM (SELECT currency, count(*) AS count, sum(paid) AS paid, sum(refunded) AS refunded, sum(discount) AS discount
    FROM (SELECT currency, ${columns} FROM ${sql.raw(table)}
      WHERE ${sql.raw(by === "link_id" ? "+mode" : "mode")} = ${mode} AND ${sql.raw(by)} = given.value
      LIMIT ${sql.raw(String(MAX_COUNTED + 1))})
    GROUP BY currency ORDER BY currency))`;

/**
 * Returns what was sold with each of these promotion codes of Stripe's, or of these permanent links. Reads the purchases
 * made with them, up to `MAX_COUNTED` of each kind for each, and no others.
 */
export async function mapSales(
  db: Database,
  mode: Mode,
  by: MadeWith,
  ids: string[],
): Promise<Map<string, Sales>> {
  if (ids.length === 0) return new Map();
  const isUnpaid = sql`status IN ('pending', 'failed')`;
  const rows = await db.all<{ id: string; orders: string; subscriptions: string }>(sql`
    SELECT given.value AS id,
      ${addUp(
        "orders",
        by,
        mode,
        sql`iif(${isUnpaid} OR status = 'disputed', 0, total_minor) AS paid, refunded_minor AS refunded,
          iif(${isUnpaid}, 0, discount_minor) AS discount`,
      )} AS orders,
      ${addUp(
        "subscriptions",
        by,
        mode,
        sql`coalesce(code_paid_minor, 0) AS paid, coalesce(code_refunded_minor, 0) AS refunded,
          coalesce(code_discount_minor, 0) AS discount`,
      )} AS subscriptions
    FROM json_each(${JSON.stringify(ids)}) given`);
  return new Map(
    rows.map(({ id, ...found }) => [
      id,
      toSales(JSON.parse(found.orders) as Counted[], JSON.parse(found.subscriptions) as Counted[]),
    ]),
  );
}

function toSales(ofOrders: Counted[], ofSubscriptions: Counted[]): Sales {
  const countAll = (rows: Counted[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const [orders, subscriptions] = [countAll(ofOrders), countAll(ofSubscriptions)];
  const isMore = Math.max(orders, subscriptions) > MAX_COUNTED;
  const byCurrency = Map.groupBy([...ofOrders, ...ofSubscriptions], ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, rows]): SalesTotal => {
    const add = (field: "paidMinor" | "refundedMinor" | "discountMinor") =>
      rows.reduce((sum, row) => sum + row[field], 0);
    return {
      currency,
      paidMinor: add("paidMinor"),
      refundedMinor: add("refundedMinor"),
      discountMinor: add("discountMinor"),
    };
  });
  return {
    orders: Math.min(orders, MAX_COUNTED),
    subscriptions: Math.min(subscriptions, MAX_COUNTED),
    isMore,
    totals: isMore ? null : totals,
  };
}
