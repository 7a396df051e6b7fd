import type { SqlDatabase } from "../../database/database.ts";
import { readClockOffset } from "../clock.ts";
import { ApiError } from "./errors.ts";

/** Stripe forgets a key after 24 hours. */
const keyLifetimeMs = 24 * 60 * 60 * 1000;

/** A stored response, which may be an error. It is replayed unchanged. */
export interface StoredResult {
  status: number;
  body: string;
  requestId: string;
}

export interface IdempotencyKeys {
  /**
   * Returns the stored result to replay, or null if the request may run.
   * @throws ApiError 400 if the path or parameters differ, 409 if a request with this key is running
   */
  begin(account: string, key: string, path: string, params: string): StoredResult | null;
  /** Stores the result. Call it inside the transaction of the request. */
  storeResult(
    account: string,
    key: string,
    path: string,
    params: string,
    result: StoredResult,
  ): void;
  /** Marks the request as ended, whether or not a result was stored. */
  end(account: string, key: string): void;
}

export function createIdempotencyKeys(database: SqlDatabase): IdempotencyKeys {
  const inFlight = new Set<string>();
  const toScopedKey = (account: string, key: string) => `${account} ${key}`;

  const readAccountTime = (account: string) =>
    Date.now() + readClockOffset(database, account) * 1000;

  return {
    begin(account, key, path, params) {
      database
        .prepare("DELETE FROM idempotency WHERE account = ? AND created_ms < ?")
        .run(account, readAccountTime(account) - keyLifetimeMs);
      if (inFlight.has(toScopedKey(account, key))) {
        throw new ApiError(409, {
          type: "idempotency_error",
          code: "idempotency_key_in_use",
          message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        });
      }
      const stored = database
        .prepare(
          "SELECT path, params, status, body, request_id AS requestId FROM idempotency WHERE account = ? AND key = ?",
        )
        .get(account, key) as (StoredResult & { path: string; params: string }) | undefined;
      if (stored && stored.path !== path) {
        throw idempotencyError(
          `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${stored.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      }
      if (stored && stored.params !== params) {
        throw idempotencyError(
          `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        );
      }
      if (stored) return { status: stored.status, body: stored.body, requestId: stored.requestId };
      inFlight.add(toScopedKey(account, key));
      return null;
    },
    storeResult(account, key, path, params, { status, body, requestId }) {
      database
        .prepare(
          "INSERT INTO idempotency (account, key, path, params, status, body, request_id, created_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )
        .run(account, key, path, params, status, body, requestId, readAccountTime(account));
    },
    end(account, key) {
      inFlight.delete(toScopedKey(account, key));
    },
  };
}

function idempotencyError(message: string): ApiError {
  return new ApiError(400, { type: "idempotency_error", message });
}
