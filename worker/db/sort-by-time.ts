import { asc, desc, sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { Cursor } from "./page-cursor.ts";

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
