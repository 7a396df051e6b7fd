import { sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** Returns the condition that a text starts with `prefix`, as a range that an index on the text can search. */
export function startsWith(text: SQL | SQLiteColumn, prefix: string): SQL {
  // Sorts after everything that starts with the prefix.
  const end = `${prefix}\u{10FFFF}`;
  return sql`(${text} >= ${prefix} AND ${text} < ${end})`;
}
