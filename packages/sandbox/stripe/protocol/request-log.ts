import type { SqlDatabase } from "../../database/database.ts";
import type { FormTree } from "./form.ts";

/** How many requests are kept per account. */
const maxLoggedRequests = 2_000;

/** One request that the app made. */
export interface LoggedRequest {
  id: string;
  at: string;
  method: string;
  path: string;
  params: FormTree;
  idempotencyKey: string | null;
  status: number;
  replayed: boolean;
  /** The permissions that a restricted key needs for it, also for what it expands. */
  permissions: string[];
}

export interface RequestLog {
  add(account: string, request: Omit<LoggedRequest, "at">): void;
  /** Oldest first. */
  list(account: string, limit?: number): LoggedRequest[];
}

export function createRequestLog(database: SqlDatabase): RequestLog {
  return {
    add(account, { id, method, path, params, idempotencyKey, status, replayed, permissions }) {
      const { lastInsertRowid } = database
        .prepare(
          "INSERT INTO requests (account, id, at_ms, method, path, params, idempotency_key, status, replayed, permissions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .run(
          account,
          id,
          Date.now(),
          method,
          path,
          JSON.stringify(params),
          idempotencyKey,
          status,
          Number(replayed),
          JSON.stringify(permissions),
        );
      if (Number(lastInsertRowid) % 100 === 0) {
        database
          .prepare(
            "DELETE FROM requests WHERE account = ?1 AND seq <= (SELECT seq FROM requests WHERE account = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ?2)",
          )
          .run(account, maxLoggedRequests);
      }
    },
    list(account, limit = maxLoggedRequests) {
      return database
        .prepare("SELECT * FROM requests WHERE account = ? ORDER BY seq DESC LIMIT ?")
        .all(account, limit)
        .toReversed()
        .map((row) => ({
          id: String(row.id),
          at: new Date(Number(row.at_ms)).toISOString(),
          method: String(row.method),
          path: String(row.path),
          params: JSON.parse(String(row.params)),
          idempotencyKey: row.idempotency_key === null ? null : String(row.idempotency_key),
          status: Number(row.status),
          replayed: Boolean(row.replayed),
          permissions: JSON.parse(String(row.permissions)),
        }));
    },
  };
}
