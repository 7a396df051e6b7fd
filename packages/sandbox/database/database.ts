import type { SQLInputValue, SQLOutputValue } from "node:sqlite";

/** What the sandbox uses of SQLite. Node and Cloudflare's Durable Objects both have it, and both are synchronous. */
export interface SqlDatabase {
  prepare(sql: string): Statement;
  /** Runs statements without values. */
  exec(sql: string): void;
}

export interface Database extends SqlDatabase {
  /**
   * Runs `work` in one transaction. It is synchronous, so no other statement can run in between. Inside of another
   * transaction, only the writes of `work` are rolled back if it throws.
   */
  transaction<T>(work: () => T): T;
}

export interface Statement {
  get(...values: SQLInputValue[]): Record<string, SQLOutputValue> | undefined;
  all(...values: SQLInputValue[]): Record<string, SQLOutputValue>[];
  run(...values: SQLInputValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}
