import { sql, type SQL } from "drizzle-orm";
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
