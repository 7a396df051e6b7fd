import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { ShopDatabase } from "../backup/tables.ts";

/** What D1 binds. Node's SQLite takes neither booleans nor buffers without a view. */
type Value = SQLInputValue | boolean | ArrayBuffer;

/**
 * Opens a database as D1's binding: the same engine, and a batch is one transaction. It answers much faster than a
 * binding of another process, so a test can stop it at every call.
 * @param onCall runs before each call, and throws to make it fail
 */
export function openSqliteDatabase(
  sqlite: DatabaseSync,
  onCall: (statements: string[]) => void | Promise<void> = () => {},
): ShopDatabase {
  const count = sqlite.prepare("SELECT total_changes() AS changes");
  const countChanges = () => Number(count.get()!["changes"]);
  const open = (sql: string): StatementSync => {
    const statement = sqlite.prepare(sql);
    // D1 answers with numbers, also where they are not exact.
    statement.setReadBigInts(true);
    return statement;
  };
  const run = (sql: string, values: Value[]) => {
    const before = countChanges();
    const results = open(sql)
      .all(...values.map(toInput))
      .map(toAnswer);
    return { results, success: true, meta: { changes: countChanges() - before } };
  };
  type Statement = { sql: string; values: Value[] };
  const prepare = (sql: string, values: Value[] = []): object => ({
    sql,
    values,
    bind: (...next: Value[]) => prepare(sql, next),
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
    async raw() {
      await onCall([sql]);
      const statement = open(sql);
      statement.setReturnArrays(true);
      return statement.all(...values.map(toInput)).map((row) => Object.values(row).map(toOutput));
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

const toAnswer = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toOutput(value)]));

const toOutput = (value: unknown): unknown =>
  typeof value === "bigint" ? Number(value) : value instanceof Uint8Array ? [...value] : value;

const toInput = (value: Value): SQLInputValue =>
  typeof value === "boolean"
    ? Number(value)
    : value instanceof ArrayBuffer
      ? new Uint8Array(value)
      : value;
