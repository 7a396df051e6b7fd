import { sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { TimeRange } from "../lib/time.ts";

/**
 * Returns the condition that a time is in a range, for a list that is sorted by it; undefined if the range has no ends.
 * @param page.hasCursor whether the page starts after a row. Then the end of the range that such a row has passed is
 *   left out, because SQLite could search the index by it instead of by the cursor, and read all rows before the page.
 */
export function inTimeRange(
  column: AnyColumn | SQL,
  { start, end }: TimeRange,
  page: { isDescending: boolean; hasCursor: boolean } = { isDescending: true, hasCursor: false },
): SQL | undefined {
  const isPassed = (isEnd: boolean) => page.hasCursor && page.isDescending === isEnd;
  const conditions = [
    ...(start === undefined || isPassed(false) ? [] : [sql`${column} >= ${start}`]),
    ...(end === undefined || isPassed(true) ? [] : [sql`${column} < ${end}`]),
  ];
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` AND `);
}
