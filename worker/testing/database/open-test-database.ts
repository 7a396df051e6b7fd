import type { Query, QueryAnswer, QueryResult, TestDatabase } from "./test-database.ts";

type Namespace = DurableObjectNamespace<TestDatabase>;

/** Returns the database of a vitest worker with the interface of D1: see `TestDatabase`. */
export function openTestDatabase(namespace: Namespace, name = "db"): D1Database {
  return new Client(namespace, name) as unknown as D1Database;
}

class Client {
  /** By this name `applyD1Migrations` knows a database. */
  static readonly name = "D1Database";
  readonly namespace: Namespace;
  readonly database: string;

  constructor(namespace: Namespace, name: string) {
    this.namespace = namespace;
    this.database = name;
  }

  prepare(sql: string): Statement {
    return new Statement(this, sql, []);
  }

  async batch(statements: Statement[]) {
    return (await this.send(statements)).map(toResult);
  }

  async exec(text: string) {
    const lines = text.trim().split("\n");
    const results = await this.send(
      lines.map((sql) => ({ sql })),
      (error) => `D1_EXEC_ERROR: Error in line 1: ${lines[0]}: ${error}`,
    );
    return {
      count: results.length,
      duration: results.reduce((sum, { meta }) => sum + meta.duration, 0),
    };
  }

  /** There is one copy, so a session reads what the database has. */
  withSession() {
    return {
      prepare: this.prepare.bind(this),
      batch: this.batch.bind(this),
      getBookmark: () => null,
    };
  }

  async send(
    queries: Query[],
    describe = (error: string) => `D1_ERROR: ${error}`,
  ): Promise<QueryResult[]> {
    // A stub belongs to the request that made it.
    const stub = this.namespace.get(this.namespace.idFromName(this.database));
    const asked = queries.map(({ sql, params }) => ({ sql, params }));
    const answer = (await stub.query(asked as never)) as QueryAnswer;
    if (Array.isArray(answer)) return answer;
    const message = describe(answer.error);
    throw new Error(message, { cause: new Error(message.replace(/^\w+: /, "")) });
  }
}

class Statement {
  readonly #client: Client;
  readonly sql: string;
  readonly params: unknown[];

  constructor(client: Client, sql: string, params: unknown[]) {
    this.#client = client;
    this.sql = sql;
    this.params = params;
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#client, this.sql, values.map(toParameter));
  }

  async all() {
    return toResult(await this.#send());
  }

  async run() {
    return toResult(await this.#send());
  }

  async first(column?: string) {
    const row = toResult(await this.#send()).results[0];
    if (row === undefined) return null;
    if (column === undefined) return row;
    if (row[column] === undefined)
      throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`, {
        cause: new Error("Column not found"),
      });
    return row[column];
  }

  async raw(options?: { columnNames?: boolean }) {
    const { columns, rows } = await this.#send();
    return options?.columnNames ? [columns, ...rows] : rows;
  }

  async #send(): Promise<QueryResult> {
    return (await this.#client.send([this]))[0]!;
  }
}

/** Rows as objects, where the last of two columns of one name is left. */
function toResult({ columns, rows, meta }: QueryResult) {
  const results = rows.map((row): Record<string, unknown> =>
    Object.fromEntries(row.map((cell, at) => [columns[at], cell])),
  );
  return { success: true, meta, results };
}

function toParameter(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "string" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (isBytes(value)) return value;
  if (value instanceof ArrayBuffer) return Array.from(new Uint8Array(value));
  if (ArrayBuffer.isView(value)) return Array.from(value as Uint8Array);
  const message = `Type '${typeof value}' not supported for value '${String(value)}'`;
  throw new Error(`D1_TYPE_ERROR: ${message}`, { cause: new Error(message) });
}

const isBytes = (value: unknown): value is number[] =>
  Array.isArray(value) &&
  value.every((byte) => typeof byte === "number" && byte >= 0 && byte < 256);
