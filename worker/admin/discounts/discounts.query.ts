import { and, sql, type SQL } from "drizzle-orm";
import { isOneOf, matches, type Database } from "../../db/client.ts";
import { prices } from "../../db/schema/catalog.ts";
import { MAX_COUNTED } from "../../db/page-cursor.ts";
import type { Mode } from "../../config/config.ts";

/** Returns the lowest active price in a currency, in minor units; null if there is none. No ids means all products. */
export async function findLowestPrice(
  db: Database,
  filter: { mode: "test" | "live"; currency: string; productIds: string[] },
): Promise<number | null> {
  const { mode, currency, productIds } = filter;
  const row = await db
    .select({ lowest: sql<number | null>`min(coalesce(minimum_minor, amount_minor))` })
    .from(prices)
    .where(
      and(
        matches(prices, { mode, currency, active: true }),
        productIds.length === 0 ? undefined : isOneOf(prices.productId, productIds),
      ),
    )
    .get();
  return row?.lowest ?? null;
}

/** What was sold with a code in one currency. Amounts in minor units. */
type CodeTotal = {
  currency: string;
  /** After discounts, with tax. What was refunded of it is still in it; what a bank took back is not. */
  paidMinor: number;
  refundedMinor: number;
  /** What the code took off: of a subscription, only off its first payment. */
  discountMinor: number;
};

/** The purchases made with a code. `totals` are null if there are more than are counted. */
export type CodeSales = {
  orders: number;
  subscriptions: number;
  /** Whether there are more orders or subscriptions than these. */
  isMore: boolean;
  totals: CodeTotal[] | null;
};

type Counted = CodeTotal & { count: number };

/** The sums of a code's purchases, by currency, as JSON. @param columns from the first `MAX_COUNTED + 1` of them */
const addUp = (table: "orders" | "subscriptions", mode: Mode, columns: SQL) => sql`(
  SELECT json_group_array(json_object('currency', currency, 'count', count, 'paidMinor', paid,
    'refundedMinor', refunded, 'discountMinor', discount))
  FROM (SELECT currency, count(*) AS count, sum(paid) AS paid, sum(refunded) AS refunded, sum(discount) AS discount
    FROM (SELECT currency, ${columns} FROM ${sql.raw(table)}
      WHERE mode = ${mode} AND promotion_code_id = code.value LIMIT ${sql.raw(String(MAX_COUNTED + 1))})
    GROUP BY currency ORDER BY currency))`;

/**
 * Returns what was sold with each of these promotion codes of Stripe's. Reads the purchases made with them, up to
 * `MAX_COUNTED` of each kind for a code, and no others.
 */
export async function mapCodeSales(
  db: Database,
  mode: Mode,
  ids: string[],
): Promise<Map<string, CodeSales>> {
  if (ids.length === 0) return new Map();
  const isUnpaid = sql`status IN ('pending', 'failed')`;
  const rows = await db.all<{ id: string; orders: string; subscriptions: string }>(sql`
    SELECT code.value AS id,
      ${addUp(
        "orders",
        mode,
        sql`iif(${isUnpaid} OR status = 'disputed', 0, total_minor) AS paid, refunded_minor AS refunded,
          iif(${isUnpaid}, 0, discount_minor) AS discount`,
      )} AS orders,
      ${addUp(
        "subscriptions",
        mode,
        sql`coalesce(code_paid_minor, 0) AS paid, coalesce(code_refunded_minor, 0) AS refunded,
          coalesce(code_discount_minor, 0) AS discount`,
      )} AS subscriptions
    FROM json_each(${JSON.stringify(ids)}) code`);
  return new Map(
    rows.map(({ id, ...found }) => [
      id,
      toSales(JSON.parse(found.orders) as Counted[], JSON.parse(found.subscriptions) as Counted[]),
    ]),
  );
}

function toSales(ofOrders: Counted[], ofSubscriptions: Counted[]): CodeSales {
  const countAll = (rows: Counted[]) => rows.reduce((sum, { count }) => sum + count, 0);
  const [orders, subscriptions] = [countAll(ofOrders), countAll(ofSubscriptions)];
  const isMore = Math.max(orders, subscriptions) > MAX_COUNTED;
  const byCurrency = Map.groupBy([...ofOrders, ...ofSubscriptions], ({ currency }) => currency);
  const totals = [...byCurrency].map(([currency, rows]): CodeTotal => {
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
