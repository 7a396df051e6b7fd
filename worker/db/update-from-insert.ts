import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { findChangedFields } from "../lib/rows.ts";

/** A row as it will be, and as it is; `before` is undefined if it is new. */
type Change<Row> = { before: Row | undefined; after: Row };

/**
 * Returns the `set` of `onConflictDoUpdate` that gives the existing row the values of the refused insert.
 * @param kept the columns that stay as they are
 * @param changes the inserted rows, if the existing ones are known: then only columns that one of them changes are set,
 *   because an index is written for each column that is set, even to the value that it has
 */
export function updateFromInsert<Table extends SQLiteTable>(
  table: Table,
  kept: (keyof Table["$inferSelect"])[],
  changes: Change<Table["$inferSelect"]>[] = [],
): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => !kept.includes(key));
  const changed = new Set<string>(
    changes.flatMap(({ before, after }) => (before ? findChangedFields(before, after) : [])),
  );
  const isAnyChanged = columns.some(([key]) => changed.has(key));
  return Object.fromEntries(
    columns
      .filter(([key]) => !isAnyChanged || changed.has(key))
      .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}
