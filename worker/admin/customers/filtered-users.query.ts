import { sql, type SQL } from "drizzle-orm";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import {
  columns,
  isIdInWindow,
  isWaitingGuest,
  ofUserInForce,
  type CustomerKind,
  type PageWindow,
} from "./users.query.ts";

/** What a list of customers is narrowed by, and its order. `bought…`: the latest purchase, in unix milliseconds. */
export type UserFilter = {
  /** Only these; undefined for all. */
  ids: string[] | undefined;
  who: CustomerKind | undefined;
  /** They bought it or were given it; with `who: "active"`, they have it now. */
  productId: string | undefined;
  country: string | undefined;
  tag: string | undefined;
  /** What they spent at least, in the unit of their currency. */
  spent: number | undefined;
  boughtSince: number | undefined;
  boughtBefore: number | undefined;
  /** By id, which is the order of the first sign-in; by currency and what was spent; by the latest purchase. */
  sort: "newest" | "spent" | "last_purchase";
};

type Filtered = UserFilter & PageWindow;

/**
 * What the rows are read from, in order, and the conditions that its index serves: `source` has the ids of users. One
 * index serves the order and one filter; each further filter is looked up for each row.
 */
function findSource(filter: Filtered): { from: SQL; where: SQL; orderBy: SQL } {
  const { mode, after, sort, productId, tag, country, ids } = filter;
  const figures = sql`customer_figures AS source`;
  if (sort === "spent") {
    const [currency, spentMinor] = after ? String(after.value).split(" ") : [];
    return {
      from: figures,
      where: sql`source.mode = ${mode} AND source.currency IS NOT NULL ${
        after
          ? sql`AND (source.currency, source.spent_minor, source.user_id)
              < (${currency}, ${Number(spentMinor)}, ${after.id})`
          : sql``
      }`,
      orderBy: sql`source.currency DESC, source.spent_minor DESC, source.user_id DESC`,
    };
  }
  if (sort === "last_purchase") {
    const { boughtSince, boughtBefore } = filter;
    // The end that a page has passed is left out, so that SQLite searches by the cursor.
    const conditions = [
      sql`source.mode = ${mode} AND source.last_purchase_at >= ${boughtSince ?? 0}`,
      ...(after
        ? [sql`(source.last_purchase_at, source.user_id) < (${after.value}, ${after.id})`]
        : boughtBefore === undefined
          ? []
          : [sql`source.last_purchase_at < ${boughtBefore}`]),
    ];
    return {
      from: figures,
      where: sql.join(conditions, sql` AND `),
      orderBy: sql`source.last_purchase_at DESC, source.user_id DESC`,
    };
  }
  const byId = (from: SQL, where: SQL) => ({
    from,
    where: sql`${where} ${isIdInWindow(sql`source.user_id`, "usr", filter)}`,
    orderBy: sql`source.user_id DESC`,
  });
  if (ids)
    return byId(
      sql`(SELECT id AS user_id FROM users WHERE ${isOneOf(users.id, ids)}) AS source`,
      sql`true`,
    );
  if (tag !== undefined) return byId(sql`customer_tags AS source`, sql`source.tag = ${tag}`);
  if (productId !== undefined)
    return byId(
      sql`customer_products AS source`,
      sql`source.mode = ${mode} AND source.product_id = ${productId}`,
    );
  return byId(figures, sql`source.mode = ${mode} AND source.country = ${country ?? ""}`);
}

/** The conditions that are looked up for each user. */
function listConditions(filter: Filtered): SQL[] {
  const { mode, ids, who, productId, country, tag, spent, boughtBefore, boughtSince } = filter;
  const hasFigures = (condition: SQL) =>
    sql`EXISTS (SELECT 1 FROM customer_figures AS own
      WHERE own.user_id = users.id AND own.mode = ${mode} AND ${condition})`;
  return [
    ids && isOneOf(users.id, ids),
    sql`true ${isIdInWindow(sql`+users.id`, "usr", { ...filter, after: undefined })}`,
    tag !== undefined &&
      sql`EXISTS (SELECT 1 FROM customer_tags AS own WHERE own.user_id = users.id AND own.tag = ${tag})`,
    productId !== undefined &&
      sql`EXISTS (SELECT 1 FROM customer_products AS own WHERE own.user_id = users.id
        AND own.mode = ${mode} AND own.product_id = ${productId})`,
    country !== undefined && hasFigures(sql`own.country = ${country}`),
    spent !== undefined && hasFigures(sql`own.spent >= ${spent}`),
    (boughtSince !== undefined || boughtBefore !== undefined) &&
      hasFigures(
        sql`own.last_purchase_at >= ${boughtSince ?? 0}
          AND own.last_purchase_at < ${boughtBefore ?? Number.MAX_SAFE_INTEGER}`,
      ),
    who === "team" && sql`users.role <> 'buyer'`,
    who === "guests" && isWaitingGuest(filter),
    who === "active" &&
      sql`EXISTS (SELECT 1 FROM grants WHERE ${ofUserInForce(filter)}
        ${productId === undefined ? sql`` : sql`AND grants.product_id = ${productId}`})`,
    who === "customers" &&
      sql`EXISTS (SELECT 1 FROM customers WHERE customers.user_id = users.id AND customers.mode = ${mode})`,
  ].filter((condition) => condition !== false && condition !== undefined);
}

/** Lists the users that match a filter. */
export function listFilteredUsers(db: Database, filter: Filtered) {
  const { from, where, orderBy } = findSource(filter);
  return (
    db
      .select(columns(filter))
      .from(from)
      // CROSS JOIN, so that SQLite reads in the order of the index.
      .crossJoin(users)
      .where(
        sql.join([sql`${users.id} = source.user_id`, where, ...listConditions(filter)], sql` AND `),
      )
      .orderBy(orderBy)
      .limit(filter.limit)
  );
}

/** Counts them, up to the limit. */
export async function countFilteredUsers(db: Database, filter: Filtered): Promise<number> {
  const { from, where } = findSource(filter);
  const [row] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM (
    SELECT 1 FROM ${from} CROSS JOIN users ON users.id = source.user_id
    WHERE ${sql.join([where, ...listConditions(filter)], sql` AND `)} LIMIT ${filter.limit})`);
  return row?.count ?? 0;
}
