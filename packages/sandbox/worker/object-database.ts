import type { Database } from "../database/database.ts";

/** Opens the SQLite of a Durable Object. Other objects have another one. */
export function openObjectDatabase(storage: DurableObjectStorage): Database {
  const { sql } = storage;
  const readCounts = () =>
    sql
      .exec<{ changes: number; lastInsertRowid: number }>(
        "SELECT changes() AS changes, last_insert_rowid() AS lastInsertRowid",
      )
      .one();
  return {
    prepare: (statement) => ({
      get: (...values) => sql.exec(statement, ...values).toArray()[0] as never,
      all: (...values) => sql.exec(statement, ...values).toArray() as never[],
      run(...values) {
        sql.exec(statement, ...values).toArray();
        return readCounts();
      },
    }),
    exec: (statements) => void sql.exec(statements).toArray(),
    transaction: (work) => storage.transactionSync(work),
  };
}
