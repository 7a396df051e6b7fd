import { sql, type SQL, asc, desc, type AnyColumn } from "drizzle-orm";
import type { Cursor } from "./page-cursor.ts";

/**
 * The order of a list: by `value`, and where the values are equal by `id`; or by `id` alone. Ids sort by their time. An
 * index on both serves it.
 */
export type ListOrder = { value: SQL | null; id: SQL; isDescending: boolean };

/** Returns the condition for the rows after a cursor, and what to order by. Without a cursor, there is no condition. */
export function sortBy(
  { value, id, isDescending }: ListOrder,
  after: Cursor | undefined,
): { isAfter: SQL | undefined; orderBy: SQL[] } {
  const [direction, sign] = isDescending ? [sql`DESC`, sql`<`] : [sql`ASC`, sql`>`];
  if (value === null)
    return { isAfter: after && sql`${id} ${sign} ${after.id}`, orderBy: [sql`${id} ${direction}`] };
  return {
    // SQLite searches an index by a text without case only for a single value, so that one is compared first.
    isAfter:
      after &&
      sql`(${value} ${sign}= ${after.value} AND (${value}, ${id}) ${sign} (${after.value}, ${after.id}))`,
    orderBy: [sql`${value} ${direction}`, sql`${id} ${direction}`],
  };
}

/** A page of a list that is sorted by time, in either direction. */
export type TimePage = { oldestFirst: boolean; after: Cursor | undefined; limit: number };

/** Returns the condition for the rows after a cursor, and what to order by. An index on both columns serves it. */
export function sortByTime(
  createdAt: AnyColumn,
  id: AnyColumn,
  { oldestFirst, after }: Pick<TimePage, "oldestFirst" | "after">,
): { isAfter: SQL | undefined; orderBy: SQL[] } {
  const [direction, sign] = oldestFirst ? [asc, sql`>`] : [desc, sql`<`];
  return {
    isAfter: after && sql`(${createdAt}, ${id}) ${sign} (${after.value}, ${after.id})`,
    orderBy: [direction(createdAt), direction(id)],
  };
}

/** A page of a list that is sorted by creation, newest first. Times in unix milliseconds, both exclusive. */
export type NewestFirst = {
  after: Cursor | undefined;
  limit: number;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
};

/**
 * Returns the conditions of a page, and its order, also with the limit: one more row than a page has, so that `toPage`
 * knows whether there is a next page.
 * @param table has the columns `created_at` and `id`, and an index that ends with them
 */
export function newestFirst(
  table: string,
  { after, limit, createdAfter, createdBefore }: NewestFirst,
): { conditions: SQL[]; orderBy: SQL; orderAndLimit: SQL } {
  const createdAt = sql.raw(`${table}.created_at`);
  const id = sql.raw(`${table}.id`);
  const orderBy = sql`ORDER BY ${createdAt} DESC, ${id} DESC`;
  return {
    conditions: [
      ...(after ? [sql`(${createdAt}, ${id}) < (${after.value}, ${after.id})`] : []),
      ...(createdAfter === undefined ? [] : [sql`${createdAt} > ${createdAfter}`]),
      ...(createdBefore === undefined ? [] : [sql`${createdAt} < ${createdBefore}`]),
    ],
    orderBy,
    orderAndLimit: sql`${orderBy} LIMIT ${limit + 1}`,
  };
}
