import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, matches, type Database } from "../db/client.ts";
import { deleteOldest } from "../db/old-rows.ts";
import type { PageWindow } from "../db/page-cursor.ts";
import { sortByTime } from "../db/sort-by.ts";
import { claims } from "../db/schema/developers.ts";

/** A gift that waits for its recipient to sign in. */
export type ClaimRow = typeof claims.$inferSelect;

/** Neither claimed nor revoked. Matches the partial indexes. */
const isWaiting = and(isNull(claims.claimedAt), isNull(claims.revokedAt));
const isClaimable = (now: number) => and(isWaiting, gt(claims.expiresAt, now));

export function insertClaim(db: Database, row: ClaimRow) {
  return db.insert(claims).values(row);
}

export function findClaim(db: Database, id: string, mode: Mode) {
  return db.select().from(claims).where(matches(claims, { id, mode })).get();
}

/** Finds the claim of a secret link, in any state. */
export function findClaimBySecretHash(db: Database, secretHash: string, mode: Mode) {
  return db.select().from(claims).where(matches(claims, { secretHash, mode })).get();
}

/**
 * Lists the claims that wait for one of the user's identities, for their verified email, or for `email`, oldest first.
 * @param input.email an email that the identity provider vouches for now, in lower case
 */
export function listClaimsForUser(
  db: Database,
  input: { userId: string; email: string | null; mode: Mode; now: number; limit: number },
) {
  return db
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.mode, input.mode),
        isClaimable(input.now),
        sql`${claims.id} IN (
          SELECT claims.id FROM identities JOIN claims
            ON claims.issuer = identities.issuer AND claims.subject = identities.subject AND ${isWaiting}
            WHERE identities.user_id = ${input.userId}
          UNION ALL
          SELECT claims.id FROM users JOIN claims ON claims.email = users.email AND ${isWaiting}
            WHERE users.id = ${input.userId} AND users.email_verified = 1
          UNION ALL
          SELECT claims.id FROM claims WHERE claims.email = ${input.email} AND ${isWaiting})`,
      ),
    )
    .orderBy(claims.id)
    .limit(input.limit);
}

/** Lists the gifts that wait for anybody, newest first. */
export function listWaitingClaims(
  db: Database,
  { mode, now, after, limit }: PageWindow & { mode: Mode; now: number },
) {
  const { isAfter, orderBy } = sortByTime(claims.createdAt, claims.id, {
    oldestFirst: false,
    after,
  });
  return (
    db
      .select()
      .from(claims)
      // The plus keeps the index of the expiry from being used, so that `claims_time` gives the order.
      .where(and(eq(claims.mode, mode), isWaiting, sql`+${claims.expiresAt} > ${now}`, isAfter))
      .orderBy(...orderBy)
      .limit(limit)
  );
}

/** First in the batch: aborts it if the claim was used or revoked since it was read, or has expired. */
export function assertClaimable(id: string, now: number) {
  return abortUnless(claims.note, isClaimable(now), eq(claims.id, id));
}

export function markClaimed(db: Database, input: { id: string; userId: string; now: number }) {
  return db
    .update(claims)
    .set({ claimedBy: input.userId, claimedAt: input.now })
    .where(and(eq(claims.id, input.id), isWaiting));
}

/** Revokes an unused claim; changes nothing otherwise. */
export function markClaimRevoked(db: Database, id: string, now: number) {
  return db
    .update(claims)
    .set({ revokedAt: now })
    .where(and(eq(claims.id, id), isWaiting));
}

/** Gifts that were never claimed: they contain the recipient's email or identity. */
export const unusedClaims = deleteOldest(claims, {
  name: "unclaimed gifts",
  // An expired link still says for a while that it has expired.
  kind: "unclaimed_gifts",
  time: claims.expiresAt,
  where: isNull(claims.claimedAt),
});
