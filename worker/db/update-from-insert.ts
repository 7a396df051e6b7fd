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
  const columns = getTableColumns(table);
  return Object.fromEntries(
    findSetFields(table, kept, changes).map((key) => [
      key,
      sql`excluded.${sql.identifier(columns[key]!.name)}`,
    ]),
  );
}

/** Returns the `set` of an update that makes a row what it will be. @param kept the columns that stay as they are */
export function updateFromRow<Table extends SQLiteTable>(
  table: Table,
  kept: (keyof Table["$inferSelect"])[],
  { before, after }: { before: Table["$inferSelect"]; after: Table["$inferSelect"] },
): Partial<Table["$inferSelect"]> {
  return Object.fromEntries(
    findSetFields(table, kept, [{ before, after }]).map((key) => [key, after[key]]),
  ) as Partial<Table["$inferSelect"]>;
}

/** Returns the fields to set: those that a change is about, or all where none is. */
function findSetFields<Row extends Record<string, unknown>>(
  table: SQLiteTable,
  kept: (keyof Row)[],
  changes: Change<Row>[],
): string[] {
  const fields = Object.keys(getTableColumns(table)).filter((key) => !kept.includes(key));
  const changed = new Set(
    changes.flatMap(({ before, after }) => (before ? findChangedFields(before, after) : [])),
  );
  const set = fields.filter((key) => changed.has(key));
  return set.length > 0 ? set : fields;
}
