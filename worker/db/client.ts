import { sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";

export type Database = ReturnType<typeof drizzle<Record<string, never>, D1Database>>;

// Per isolate: it keeps nothing of a request.
const databases = new WeakMap<D1Database, Database>();

/** Drizzle over D1. Writes are built by stores and committed by verbs with `commit`. */
export function openDatabase(d1: D1Database): Database {
  const known = databases.get(d1);
  if (known) return known;
  const database = drizzle(d1);
  databases.set(d1, database);
  return database;
}

/** An unawaited write, ready for `commit`. */
export type Statement = BatchItem<"sqlite">;

/**
 * A statement in SQL for a batch; what it returns are its rows. Drizzle's own raw statements cannot stand in a batch when
 * they bind values: it never prepares them.
 */
export function sqlStatement<Row = unknown>(db: Database, query: SQL) {
  const raw = db.all<Row>(query);
  const { sql, params } = raw.getQuery();
  const prepared = {
    getQuery: () => ({ sql, params }),
    stmt: db.$client.prepare(sql),
    mapResult: ({ results }: D1Result<Row>) => results,
  };
  return Object.assign(raw, { _prepare: () => prepared });
}

/** Commits all statements or none, in one call. An empty list is no call. */
export async function commit(db: Database, statements: Statement[]): Promise<void> {
  const [first, ...rest] = statements;
  if (first) await db.batch([first, ...rest]);
}

/** `column IN (values)` as one bound parameter: D1 binds no more than a hundred. */
export function isOneOf(column: AnyColumn, values: string[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}
