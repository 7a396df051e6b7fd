import { drizzle } from "drizzle-orm/d1";
import type { BatchItem } from "drizzle-orm/batch";

/** Drizzle over D1. Writes are built by stores and committed by verbs with `db.batch`. */
export function openDatabase(d1: D1Database) {
  return drizzle(d1);
}

export type Database = ReturnType<typeof openDatabase>;

/** An unawaited write, ready for `db.batch`. */
export type Statement = BatchItem<"sqlite">;

/** Commits all statements or none. An empty list is no call. */
export async function commit(db: Database, statements: Statement[]) {
  const [first, ...rest] = statements;
  return first ? db.batch([first, ...rest]) : [];
}
