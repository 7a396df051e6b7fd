import {
  and,
  eq,
  getTableColumns,
  getTableName,
  is,
  isNull,
  sql,
  SQL,
  type AnyColumn,
} from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { bumpSiteVersion, changesSite, forgetSiteVersion } from "./site-version.ts";

export type Database = ReturnType<typeof drizzle<Record<string, never>, D1Database>>;

// Cached per isolate, since it holds no state of a request.
const databases = new WeakMap<D1Database, Database>();

/** Returns a Drizzle database for D1. Stores build statements, and verbs run them with `commit`. */
export function openDatabase(d1: D1Database): Database {
  const cached = databases.get(d1);
  if (cached) return cached;
  const database = drizzle(d1);
  databases.set(d1, database);
  return database;
}

/** A write that has not run yet: a Drizzle builder, plain SQL, or anything with the text and the parameters. */
export type Statement = SQL | { toSQL(): { sql: string; params: unknown[] } };

/**
 * Runs all statements in one batch: either all of them take effect or none. An empty list makes no call. If they change
 * what visitors see, the batch also gives the site another version, so that no cached page is served any longer.
 * @returns D1's result of each statement; rows of a RETURNING clause have the columns' names
 */
export async function commit(
  db: Database,
  statements: Statement[],
): Promise<D1Result<Record<string, unknown>>[]> {
  if (statements.length === 0) return [];
  let isSiteChanged = false;
  const prepared = statements.map((statement) => {
    const { sql, params } = toQuery(db, statement);
    isSiteChanged ||= changesSite(sql);
    return db.$client.prepare(sql).bind(...params);
  });
  if (!isSiteChanged) return db.$client.batch(prepared);
  try {
    const results = await db.$client.batch<Record<string, unknown>>([
      ...prepared,
      bumpSiteVersion(db.$client),
    ]);
    return results.slice(0, -1);
  } finally {
    // Also after an error: the batch may have taken effect although its answer was lost.
    forgetSiteVersion();
  }
}

/** Returns the first row of a result of `commit`, which has the columns of the database, as a row of its table. */
export function toFirstRow<Table extends SQLiteTable>(
  table: Table,
  { results: [found] }: D1Result<Record<string, unknown>>,
): Table["$inferSelect"] | undefined {
  return (
    found &&
    Object.fromEntries(
      Object.entries(getTableColumns(table)).map(([name, column]) => {
        const value = found[column.name] ?? null;
        return [name, value === null ? null : column.mapFromDriverValue(value)];
      }),
    )
  );
}

/** Returns the text of a statement, and its parameters. */
export function toQuery(db: Database, statement: Statement): { sql: string; params: unknown[] } {
  return is(statement, SQL) ? db.run(statement).getQuery() : statement.toSQL();
}

/**
 * Reads with several queries that see the same state, in one call.
 * @returns the rows of each query, with the columns' names in it
 */
export async function readTogether<Rows extends unknown[]>(
  db: Database,
  queries: { [At in keyof Rows]: Statement },
): Promise<{ [At in keyof Rows]: Rows[At][] }> {
  const results = await db.$client.batch(
    queries.map((query) => {
      const { sql, params } = toQuery(db, query);
      return db.$client.prepare(sql).bind(...params);
    }),
  );
  return results.map((result) => result.results) as { [At in keyof Rows]: Rows[At][] };
}

/**
 * Reads rows, and how many bytes the database has: D1 says so with each answer.
 */
export async function readWithSize<Row>(
  db: Database,
  query: Statement,
): Promise<{ rows: Row[]; databaseBytes: number }> {
  const { sql, params } = toQuery(db, query);
  const { results, meta } = await db.$client
    .prepare(sql)
    .bind(...params)
    .all<Row>();
  return { rows: results, databaseBytes: meta.size_after };
}

/**
 * Aborts the batch when `condition` is false for a row that matches `where`: it then writes NULL into `column`, which
 * must be NOT NULL. Otherwise nothing changes. No matching row means no abort.
 */
export function abortUnless(
  column: SQLiteColumn,
  condition: SQL | undefined,
  where: SQL | undefined,
): Statement {
  if (!column.notNull) throw new Error(`${column.name} accepts NULL, so it cannot abort a batch`);
  const name = sql.identifier(column.name);
  return sql`UPDATE ${column.table} SET ${name} = CASE WHEN ${condition} THEN ${name} END WHERE ${where}`;
}

/** Returns whether `abortUnless` aborted a batch at this column. */
export const isAbortedAt = (column: SQLiteColumn, error: unknown): boolean =>
  isRefusedBy(`NOT NULL constraint failed: ${getTableName(column.table)}.${column.name}`, error);

/** Returns whether an error, or what caused it, names this constraint of the database. */
export function isRefusedBy(constraint: string, error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (at.message.includes(constraint)) return true;
  return false;
}

/** The condition that these columns of a table have these values: `matches(orders, { id, mode })`. Null means NULL. */
export function matches<Table extends SQLiteTable, Name extends keyof Table["$inferSelect"]>(
  table: Table,
  values: Pick<Table["$inferSelect"], Name>,
): SQL | undefined {
  const columns = getTableColumns(table);
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name]!;
      return value === null ? isNull(column) : eq(column, value);
    }),
  );
}

/**
 * `column IN (values)` as one bound parameter: D1 binds no more than a hundred. A single value, which most calls have, is
 * compared by itself, because reading it out of a JSON array costs two rows.
 */
export function isOneOf(column: AnyColumn, values: string[]): SQL {
  if (values.length === 1) return eq(column, values[0]);
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;
}

/** Throws if the database is unreachable or not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM products LIMIT 1`);
}
