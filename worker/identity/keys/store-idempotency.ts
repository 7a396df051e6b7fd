import { and, sql, type SQL } from "drizzle-orm";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { deleteOldest } from "../../db/old-rows.ts";
import { idempotentRequests } from "../../db/schema/developers.ts";
import { pick } from "../../lib/pick.ts";
import { DAY } from "../../lib/time.ts";
import { retentionDays } from "../../shared/retention-days.ts";

type IdempotentRow = typeof idempotentRequests.$inferSelect;

/** The lock of a running request on its `Idempotency-Key`. */
export type IdempotencyLock = Pick<
  IdempotentRow,
  "keyId" | "idempotencyKey" | "fingerprint" | "lockedUntil"
>;

/**
 * Locks the `Idempotency-Key`: inserts its row, or takes over one that is older than `expiredBefore`, or one of the
 * same request whose lock is over because the request died. Changes no row if it is taken.
 */
export function lockIdempotencyKey(
  lock: IdempotencyLock,
  now: number,
  expiredBefore: number,
): Statement {
  return sql`INSERT INTO idempotent_requests (key_id, idempotency_key, fingerprint, locked_until, created_at)
      VALUES (${lock.keyId}, ${lock.idempotencyKey}, ${lock.fingerprint}, ${lock.lockedUntil}, ${now})
      ON CONFLICT (key_id, idempotency_key) DO UPDATE SET fingerprint = excluded.fingerprint,
        status = NULL, body = NULL, locked_until = excluded.locked_until, created_at = excluded.created_at
      WHERE idempotent_requests.created_at <= ${expiredBefore}
        OR (idempotent_requests.status IS NULL AND idempotent_requests.locked_until <= ${now}
          AND idempotent_requests.fingerprint = excluded.fingerprint)`;
}

/** Returns the `Idempotency-Key`'s row, as a statement for the same batch. */
export function selectIdempotentRequest(
  db: Database,
  { keyId, idempotencyKey }: Pick<IdempotencyLock, "keyId" | "idempotencyKey">,
): Statement {
  return db
    .select(pick(idempotentRequests, ["fingerprint", "status", "body"]))
    .from(idempotentRequests)
    .where(ofKey({ keyId, idempotencyKey }));
}

/**
 * Stores the answer in the batch of the change. Aborts the batch if another request has taken over the lock, so the
 * change is made once.
 * @param body an SQL expression or a text: the JSON of the answer
 */
export function storeLockedAnswer(
  db: Database,
  lock: IdempotencyLock,
  status: number,
  body: SQL | string,
): Statement {
  const isOurs = sql`status IS NULL AND locked_until = ${lock.lockedUntil}`;
  return db
    .update(idempotentRequests)
    .set({
      status,
      body: sql`${body}`,
      fingerprint: sql`CASE WHEN ${isOurs} THEN fingerprint END`,
    })
    .where(ofKey(lock));
}

/** Stores the answer after the change, unless it is stored already. */
export function storeLateAnswer(
  db: Database,
  lock: IdempotencyLock,
  status: number,
  body: string,
): Statement {
  return db.update(idempotentRequests).set({ status, body }).where(ownUnanswered(lock));
}

/** Releases the lock of a request that changed nothing, so that it can be sent again. */
export function releaseLock(db: Database, lock: IdempotencyLock): Statement {
  return db.delete(idempotentRequests).where(ownUnanswered(lock));
}

/** How long the answer to a POST with an `Idempotency-Key` is replayed. */
export const REPLAY_MS = retentionDays.api_answers * DAY;

/** Answers that are no longer replayed. */
export const expiredAnswers = deleteOldest(idempotentRequests, {
  name: "expired answers",
  kind: "api_answers",
  time: idempotentRequests.createdAt,
});

function ofKey({ keyId, idempotencyKey }: Pick<IdempotencyLock, "keyId" | "idempotencyKey">) {
  return matches(idempotentRequests, { keyId, idempotencyKey });
}

function ownUnanswered(lock: IdempotencyLock) {
  return and(
    ofKey(lock),
    matches(idempotentRequests, { status: null, lockedUntil: lock.lockedUntil }),
  );
}
