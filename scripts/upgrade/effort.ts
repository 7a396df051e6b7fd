import type { Migration } from "../release/record.ts";

/** What a pending migration does with a table that has rows. */
export type Effort = { migration: string; table: string; rows: number; seconds: number };

/** Rows that D1 reads and writes in a second, carefully: a back-fill of 4 million took 9 s on a laptop. */
const ROWS_PER_SECOND = 200_000;

/** Statements that read a whole table. Adding a column or a table does not. */
const WHOLE_TABLE =
  /\b(?:CREATE\s+(?:UNIQUE\s+)?INDEX\s+\S+\s+ON|UPDATE|DELETE\s+FROM|FROM)\s+[`"[]?(\w+)/gi;

/** Returns the tables that a migration reads as a whole, each once. */
export function listTablesRead({ sql }: Migration): string[] {
  const code = sql.replaceAll(/^\s*--.*$/gm, "");
  return [...new Set([...code.matchAll(WHOLE_TABLE)].map(([, table = ""]) => table))].toSorted();
}

/**
 * Estimates how long pending migrations take.
 * @param countRows counts the rows of a table; 0 for one that does not exist yet
 */
export async function estimateEffort(
  pending: readonly Migration[],
  countRows: (table: string) => Promise<number>,
): Promise<Effort[]> {
  const counts = new Map<string, number>();
  const efforts: Effort[] = [];
  for (const migration of pending)
    for (const table of listTablesRead(migration)) {
      const rows = counts.get(table) ?? (await countRows(table));
      counts.set(table, rows);
      const seconds = Math.ceil(rows / ROWS_PER_SECOND);
      if (rows > 0) efforts.push({ migration: migration.name, table, rows, seconds });
    }
  return efforts;
}

/** D1 stops a statement after 30 seconds. */
export const MAX_SECONDS = 30;
