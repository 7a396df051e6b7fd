import { DatabaseSync } from "node:sqlite";
import type { Database } from "./database.ts";

/**
 * Opens a database of Node.
 * @param path a file, or `:memory:`, which keeps nothing
 */
export function openNodeDatabase(path: string): Database & { close(): void } {
  const sqlite = new DatabaseSync(path);
  let depth = 0;
  return {
    prepare: (sql) => sqlite.prepare(sql),
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
