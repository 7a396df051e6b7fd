import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/**
 * Returns the `set` of `onConflictDoUpdate` that gives the existing row the values of the refused insert.
 * @param kept the columns that stay as they are
 */
export function updateFromInsert<Table extends SQLiteTable>(
  table: Table,
  kept: (keyof Table["$inferSelect"])[],
): Record<string, SQL> {
  return Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([key]) => !kept.includes(key))
      .map(([key, column]) => [key, sql`excluded.${sql.identifier(column.name)}`]),
  );
}
