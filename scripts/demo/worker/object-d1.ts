/**
 * Returns a database with D1's interface over the SQLite of a Durable Object, so that the shop runs in one without knowing
 * it. Both are the same engine with the same limits. There are no read replicas, and so no sessions.
 */
export function createObjectD1(storage: DurableObjectStorage): D1Database {
  const { sql } = storage;
  const readCounts = () =>
    sql
      .exec<{ changes: number; lastRowId: number }>(
        "SELECT total_changes() AS changes, last_insert_rowid() AS lastRowId",
      )
      .one();

  class Statement {
    readonly text: string;
    readonly values: unknown[];
    constructor(text: string, values: unknown[]) {
      this.text = text;
      this.values = values;
    }
    bind(...values: unknown[]): Statement {
      return new Statement(this.text, values.map(toSqlite));
    }
    execute() {
      const before = readCounts();
      const cursor = sql.exec(this.text, ...this.values);
      const rows = [...cursor.raw()];
      const after = readCounts();
      const changes = after.changes - before.changes;
      return {
        columns: cursor.columnNames,
        rows,
        meta: {
          changed_db: changes > 0,
          changes,
          duration: 0,
          last_row_id: after.lastRowId,
          rows_read: cursor.rowsRead,
          rows_written: cursor.rowsWritten,
          served_by: "durable-object",
          size_after: sql.databaseSize,
        },
      };
    }
    result() {
      const { columns, rows, meta } = this.execute();
      return { success: true as const, meta, results: rows.map((row) => toObject(columns, row)) };
    }
    async all() {
      return this.result();
    }
    async run() {
      return this.result();
    }
    async first(column?: string) {
      const [row] = this.result().results;
      return row === undefined ? null : column === undefined ? row : row[column];
    }
    async raw({ columnNames = false }: { columnNames?: boolean } = {}) {
      const { columns, rows } = this.execute();
      return columnNames ? [columns, ...rows] : rows;
    }
  }

  const database = {
    prepare: (text: string) => new Statement(text, []),
    // Either all of them take effect or none.
    batch: async (statements: Statement[]) =>
      storage.transactionSync(() => statements.map((statement) => statement.result())),
    async exec(text: string) {
      sql.exec(text);
      return { count: 1, duration: 0 };
    },
    withSession: () => ({ ...database, getBookmark: () => null }),
  };
  return database as unknown as D1Database;
}

const toObject = (columns: string[], row: unknown[]): Record<string, unknown> =>
  Object.fromEntries(columns.map((column, at) => [column, row[at]]));

/** D1 takes booleans, and views of bytes. */
function toSqlite(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  if (value === undefined) throw new TypeError("D1_TYPE_ERROR: undefined is no value");
  if (ArrayBuffer.isView(value))
    return value.buffer.slice(value.byteOffset, value.byteOffset + value.byteLength);
  return value;
}
