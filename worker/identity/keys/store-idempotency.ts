import { and, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import { sqlStatement, type Database, type Statement } from "../../db/client.ts";
import { idempotentRequests } from "../../db/schema/developers.ts";

type IdempotentRow = typeof idempotentRequests.$inferSelect;

/** The claim of a running request on its `Idempotency-Key`. */
export type Claim = Pick<IdempotentRow, "keyId" | "idempotencyKey" | "fingerprint" | "lockedUntil">;

/**
 * Claims the `Idempotency-Key`: inserts its row, or takes over one that is older than `expiredBefore`, or one of the
 * same request whose lock is over because the request died. Changes no row if it is taken.
 */
export function claimIdempotencyKey(
  db: Database,
  claim: Claim,
  now: number,
  expiredBefore: number,
): Statement {
  return sqlStatement(
    db,
    sql`INSERT INTO idempotent_requests (key_id, idempotency_key, fingerprint, locked_until, created_at)
      VALUES (${claim.keyId}, ${claim.idempotencyKey}, ${claim.fingerprint}, ${claim.lockedUntil}, ${now})
      ON CONFLICT (key_id, idempotency_key) DO UPDATE SET fingerprint = excluded.fingerprint,
        status = NULL, body = NULL, locked_until = excluded.locked_until, created_at = excluded.created_at
      WHERE idempotent_requests.created_at <= ${expiredBefore}
        OR (idempotent_requests.status IS NULL AND idempotent_requests.locked_until <= ${now}
          AND idempotent_requests.fingerprint = excluded.fingerprint)`,
  );
}

/** Returns the `Idempotency-Key`'s row, as a statement for the same batch. */
export function selectIdempotentRequest(
  db: Database,
  { keyId, idempotencyKey }: Pick<Claim, "keyId" | "idempotencyKey">,
): Statement {
  return db
    .select({
      fingerprint: idempotentRequests.fingerprint,
      status: idempotentRequests.status,
      body: idempotentRequests.body,
    })
    .from(idempotentRequests)
    .where(ofKey({ keyId, idempotencyKey }));
}

/**
 * Stores the answer in the batch of the change. Aborts the batch if another request has taken over the claim, so the
 * change is made once.
 * @param body an SQL expression or a text: the JSON of the answer
 */
export function storeClaimedAnswer(
  db: Database,
  claim: Claim,
  status: number,
  body: SQL | string,
): Statement {
  const isOurs = sql`status IS NULL AND locked_until = ${claim.lockedUntil}`;
  return db
    .update(idempotentRequests)
    .set({
      status,
      body: sql`${body}`,
      fingerprint: sql`CASE WHEN ${isOurs} THEN fingerprint END`,
    })
    .where(ofKey(claim));
}

/** Stores the answer after the change, unless it is stored already. */
export function storeLateAnswer(db: Database, claim: Claim, status: number, body: string) {
  return db.update(idempotentRequests).set({ status, body }).where(ownUnanswered(claim));
}

/** Releases the claim of a request that changed nothing, so that it can be sent again. */
export function releaseClaim(db: Database, claim: Claim) {
  return db.delete(idempotentRequests).where(ownUnanswered(claim));
}

export function deleteAnswersBefore(db: Database, before: number) {
  return db.delete(idempotentRequests).where(lt(idempotentRequests.createdAt, before));
}

function ofKey({ keyId, idempotencyKey }: Pick<Claim, "keyId" | "idempotencyKey">) {
  return and(
    eq(idempotentRequests.keyId, keyId),
    eq(idempotentRequests.idempotencyKey, idempotencyKey),
  );
}

function ownUnanswered(claim: Claim) {
  return and(
    ofKey(claim),
    isNull(idempotentRequests.status),
    eq(idempotentRequests.lockedUntil, claim.lockedUntil),
  );
}
