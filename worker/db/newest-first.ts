import { sql, type SQL } from "drizzle-orm";
import type { Cursor } from "./page-cursor.ts";

/** A page of a list that is sorted by creation, newest first. Times in unix milliseconds, both exclusive. */
export type NewestFirst = {
  after: Cursor | undefined;
  limit: number;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
};

/**
 * Returns the conditions of a page, and its order and limit: one more row than a page has, so that `toPage` knows
 * whether there is a next page.
 * @param table has the columns `created_at` and `id`, and an index that ends with them
 */
export function newestFirst(
  table: string,
  { after, limit, createdAfter, createdBefore }: NewestFirst,
): { conditions: SQL[]; orderAndLimit: SQL } {
  const createdAt = sql.raw(`${table}.created_at`);
  const id = sql.raw(`${table}.id`);
  return {
    conditions: [
      ...(after ? [sql`(${createdAt}, ${id}) < (${after.value}, ${after.id})`] : []),
      ...(createdAfter === undefined ? [] : [sql`${createdAt} > ${createdAfter}`]),
      ...(createdBefore === undefined ? [] : [sql`${createdAt} < ${createdBefore}`]),
    ],
    orderAndLimit: sql`ORDER BY ${createdAt} DESC, ${id} DESC LIMIT ${limit + 1}`,
  };
}
