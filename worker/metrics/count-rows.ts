/** The rows that D1 bills for. */
export type RowCount = { read: number; written: number };

/**
 * Returns a database that adds the rows of its batches to `rows`. All writes are batches (`commit`). Single queries stay
 * D1's own, since most of them do not say how many rows they read.
 */
export function countRows(d1: D1Database, rows: RowCount): D1Database {
  const counted = {
    prepare: (sql: string) => d1.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      const results = await d1.batch(statements);
      for (const { meta } of results) {
        rows.read += meta.rows_read;
        rows.written += meta.rows_written;
      }
      return results;
    },
    // A session is a database, and has a bookmark.
    withSession: (from?: string) => countRows(d1.withSession(from) as unknown as D1Database, rows),
    getBookmark: () => (d1 as unknown as D1DatabaseSession).getBookmark(),
  };
  return counted as unknown as D1Database;
}
