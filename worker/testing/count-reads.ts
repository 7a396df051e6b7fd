import { openDatabase, type Database } from "../db/client.ts";

/** The same database, counting what is asked of it: statements, and the rows that D1 bills as read. */
export function countReads(d1: D1Database): {
  db: Database;
  asked: { statements: number; rowsRead: number };
} {
  const asked = { statements: 0, rowsRead: 0 };
  // Drizzle reads with `raw`, whose answer has no `meta`.
  const counting = (statement: D1PreparedStatement): D1PreparedStatement =>
    ({
      bind: (...values: unknown[]) => counting(statement.bind(...values)),
      raw: async () => {
        const { meta } = await statement.all();
        asked.statements++;
        asked.rowsRead += meta.rows_read;
        return statement.raw();
      },
    }) as unknown as D1PreparedStatement;
  const wrapped = { prepare: (query: string) => counting(d1.prepare(query)) };
  return { db: openDatabase(wrapped as unknown as D1Database), asked };
}
