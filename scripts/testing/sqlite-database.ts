import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import type { ShopDatabase } from "../backup/tables.ts";

/**
 * Opens a database in memory as D1's binding: the same engine, and a batch is one transaction. It answers much faster
 * than a binding of another process, so a test can stop it at every call.
 * @param onCall runs before each call, and throws to make it fail
 */
export function openSqliteDatabase(
  sqlite: DatabaseSync,
  onCall: (statements: string[]) => void | Promise<void> = () => {},
): ShopDatabase {
  const run = (sql: string, values: SQLInputValue[]) => {
    const statement = sqlite.prepare(sql);
    // D1 answers with numbers, also where they are not exact.
    statement.setReadBigInts(true);
    const results = statement.all(...values).map(toAnswer);
    return { results, success: true, meta: {} };
  };
  type Statement = { sql: string; values: SQLInputValue[] };
  const prepare = (sql: string, values: SQLInputValue[] = []): object => ({
    sql,
    values,
    bind: (...next: SQLInputValue[]) => prepare(sql, next),
    async all() {
      await onCall([sql]);
      return run(sql, values);
    },
    async run() {
      await onCall([sql]);
      return run(sql, values);
    },
    async first() {
      await onCall([sql]);
      return run(sql, values).results[0] ?? null;
    },
  });
  const batch = async (statements: Statement[]) => {
    await onCall(statements.map(({ sql }) => sql));
    sqlite.exec("BEGIN");
    try {
      const answers = statements.map(({ sql, values }) => run(sql, values));
      sqlite.exec("COMMIT");
      return answers;
    } catch (error) {
      sqlite.exec("ROLLBACK");
      throw error;
    }
  };
  return { prepare, batch } as unknown as ShopDatabase;
}

function toAnswer(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "bigint" ? Number(value) : value instanceof Uint8Array ? [...value] : value,
    ]),
  );
}
