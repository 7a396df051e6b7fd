import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Database } from "./database.ts";

/** How many prepared statements are kept. Filters are written into the text of some. */
const MAX_STATEMENTS = 500;

/**
 * Opens a database of Node.
 * @param path a file, or `:memory:`, which keeps nothing
 */
export function openNodeDatabase(path: string): Database & { close(): void } {
  const sqlite = new DatabaseSync(path);
  let depth = 0;
  // By their text. Preparing one takes longer than most of them run.
  const statements = new Map<string, StatementSync>();
  return {
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size === MAX_STATEMENTS) statements.clear();
      const statement = sqlite.prepare(sql);
      statements.set(sql, statement);
      return statement;
    },
    exec: (sql) => sqlite.exec(sql),
    transaction(work) {
      const isOutermost = depth === 0;
      sqlite.exec(isOutermost ? "BEGIN IMMEDIATE" : "SAVEPOINT step");
      depth++;
      try {
        const result = work();
        sqlite.exec(isOutermost ? "COMMIT" : "RELEASE step");
        return result;
      } catch (error) {
        sqlite.exec(isOutermost ? "ROLLBACK" : "ROLLBACK TO step; RELEASE step");
        throw error;
      } finally {
        depth--;
      }
    },
    close: () => sqlite.close(),
  };
}
