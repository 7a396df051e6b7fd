import { and, desc, eq, gt, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { abortUnless, matches, type Database, type Statement } from "../db/client.ts";
import { deleteOldest } from "../db/old-rows.ts";
import type { PageWindow } from "../db/page-cursor.ts";
import { sortByTime } from "../db/sort-by.ts";
import { claims } from "../db/schema/developers.ts";
import { inForce } from "../in-force.ts";
import { DAY } from "../lib/time.ts";
import { GUEST_CLAIM_LIFETIME_MS } from "./guest-claim.ts";

/** A gift waits for a year at most. */
const MAX_GIFT_LIFETIME_MS = 365 * DAY;

/** A gift that waits for its recipient to sign in, or purchases of a guest that wait to be taken into an account. */
export type ClaimRow = typeof claims.$inferSelect;

/** Neither claimed nor revoked. Matches the partial indexes. */
const isWaiting = and(isNull(claims.claimedAt), isNull(claims.revokedAt));
/** An email or an identity takes gifts only: what somebody paid for goes to whoever has its link or its browser. */
const isGift = isNull(claims.guestId);
const isClaimable = (now: number) => and(isWaiting, gt(claims.expiresAt, now));

/** Inserts a claim. Does nothing if there is one with this id. */
export function insertClaim(db: Database, row: typeof claims.$inferInsert): Statement {
  return db.insert(claims).values(row).onConflictDoNothing();
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
        isGift,
        isClaimable(input.now),
        // A present is no surprise before its day.
        sql`coalesce(${claims.sendAt}, 0) <= ${input.now}`,
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

/** Finds the claim of a guest's purchases, in any state; undefined before the first payment. */
export function findClaimOfGuest(db: Database, guestId: string) {
  return db.select().from(claims).where(eq(claims.guestId, guestId)).get();
}

/**
 * The SQL of the guests whose purchases nobody has taken yet. Their claims last ten years, and those of gifts one, so the
 * index by expiry finds them alone.
 * @param input.boughtBefore since when they wait at least; left out for any time
 */
export const selectWaitingGuests = (input: { mode: Mode; now: number; boughtBefore?: number }) =>
  sql`SELECT claims.guest_id FROM claims WHERE claims.claimed_at IS NULL AND claims.revoked_at IS NULL
    AND claims.expires_at > ${input.now + 2 * MAX_GIFT_LIFETIME_MS}
    AND claims.expires_at < ${(input.boughtBefore ?? input.now + DAY) + GUEST_CLAIM_LIFETIME_MS}
    AND claims.guest_id IS NOT NULL AND +claims.mode = ${input.mode}
    AND EXISTS (SELECT 1 FROM grants WHERE grants.user_id = claims.guest_id AND +grants.mode = ${input.mode}
      AND ${inForce(input.now)})`;

/** Lists what a buyer has given, in any state. */
export function listClaimsOfBuyer(db: Database, buyerId: string, mode: Mode) {
  return db.select().from(claims).where(matches(claims, { buyerId, mode }));
}

/** Lists the invitations to seats of a purchase that can be accepted, newest first. */
export function listOpenInvitations(db: Database, seatOf: string, now: number) {
  return db
    .select()
    .from(claims)
    .where(and(eq(claims.seatOf, seatOf), isClaimable(now)))
    .orderBy(desc(claims.createdAt), desc(claims.id));
}

/** Counts the invitations to seats of a purchase since a time, in any state. */
export const countInvitationsSince = (db: Database, seatOf: string, since: number) =>
  db.$count(claims, and(eq(claims.seatOf, seatOf), gt(claims.createdAt, since)));

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
      .where(
        and(eq(claims.mode, mode), isGift, isWaiting, sql`+${claims.expiresAt} > ${now}`, isAfter),
      )
      .orderBy(...orderBy)
      .limit(limit)
  );
}

/** First in the batch: aborts it if the claim was used or revoked since it was read, or has expired. */
export function assertClaimable(id: string, now: number) {
  return abortUnless(claims.note, isClaimable(now), eq(claims.id, id));
}

/** Aborts the batch if the claim was used since it was read. */
export function assertUnclaimed(id: string) {
  return abortUnless(claims.note, isNull(claims.claimedAt), eq(claims.id, id));
}

export function markClaimed(
  db: Database,
  input: { id: string; userId: string; now: number },
): Statement {
  return db
    .update(claims)
    .set({ claimedBy: input.userId, claimedAt: input.now, emailDueAt: null })
    .where(and(eq(claims.id, input.id), isWaiting));
}

/** Revokes an unused claim; changes nothing otherwise. */
export function markClaimRevoked(db: Database, id: string, now: number): Statement {
  return db
    .update(claims)
    .set({ revokedAt: now, emailDueAt: null })
    .where(and(eq(claims.id, id), isWaiting));
}

/** Whether whoever accepts an invitation manages the seats. Does nothing for one that was used or revoked. */
export function setInvitedManager(db: Database, id: string, managesSeats: boolean): Statement {
  return db
    .update(claims)
    .set({ managesSeats })
    .where(and(eq(claims.id, id), isWaiting));
}

/** Takes back that a claim was revoked. */
export function restoreClaim(db: Database, id: string): Statement {
  return db
    .update(claims)
    .set({ revokedAt: null })
    .where(matches(claims, { id, claimedAt: null }));
}

/** Lists the ids of the claims with an email that is due, the longest overdue first. */
export async function listDueEmails(
  db: Database,
  { now, limit }: { now: number; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: claims.id })
    .from(claims)
    .where(lte(claims.emailDueAt, now))
    .orderBy(claims.emailDueAt)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Leases the email of a claim for one attempt. Of two concurrent calls, only one gets it.
 * @param input.until when it is due again if the work dies, in unix milliseconds
 */
export function leaseEmail(db: Database, input: { id: string; now: number; until: number }) {
  return db
    .update(claims)
    .set({ emailDueAt: input.until, emailAttempts: sql`${claims.emailAttempts} + 1` })
    .where(and(eq(claims.id, input.id), lte(claims.emailDueAt, input.now)))
    .returning()
    .get();
}

/** Saves how an attempt ended, unless another email was asked for meanwhile, or the claim was used. */
export function finishEmail(
  db: Database,
  {
    id,
    leasedUntil,
    ...set
  }: Pick<ClaimRow, "id" | "emailDueAt"> &
    Partial<
      Pick<ClaimRow, "emailSentAt" | "emailProblem" | "secretHash" | "emailAttempts" | "emailCount">
    > & {
      leasedUntil: number;
    },
): Statement {
  return db
    .update(claims)
    .set(set)
    .where(matches(claims, { id, emailDueAt: leasedUntil }));
}

/**
 * Asks for another email, to the same address or another one. Changes nothing if the claim can't be claimed any more, or
 * had as many emails as `limit` allows: in all, and to the same address since a time.
 */
export function askForEmail(
  db: Database,
  {
    id,
    now,
    dueAt,
    limit,
    ...set
  }: Pick<ClaimRow, "id" | "secretHash"> & {
    email: string;
    now: number;
    dueAt: number;
    limit: { inAll: number; sameAddressSince: number };
  },
): Statement {
  return db
    .update(claims)
    .set({
      ...set,
      emailDueAt: dueAt,
      emailAskedAt: now,
      emailAttempts: 0,
      emailCount: sql`${claims.emailCount} + 1`,
      emailSentAt: null,
      emailProblem: null,
    })
    .where(
      and(
        eq(claims.id, id),
        isClaimable(now),
        lt(claims.emailCount, limit.inAll),
        or(
          sql`${claims.email} IS NOT ${set.email}`,
          isNull(claims.emailAskedAt),
          lte(claims.emailAskedAt, limit.sameAddressSince),
        ),
      ),
    );
}

/** Whether an email about another gift came back from this address, or was reported as spam there. */
export async function isProblemAddress(db: Database, email: string): Promise<boolean> {
  const found = await db
    .select({ id: claims.id })
    .from(claims)
    .where(
      and(
        eq(claims.email, email),
        isWaiting,
        sql`${claims.emailProblem} IN ('bounced', 'complained')`,
      ),
    )
    .get();
  return found !== undefined;
}

/** Saves what a sender says about the emails that were sent to an address. */
export function markEmailProblem(
  db: Database,
  { email, problem }: { email: string; problem: "bounced" | "complained" },
): Statement {
  return db
    .update(claims)
    .set({ emailProblem: problem, emailDueAt: null })
    .where(and(eq(claims.email, email), isWaiting, isNotNull(claims.emailSentAt)));
}

/** Gifts and purchases that were never claimed: they contain an email or an identity. */
export const unusedClaims = deleteOldest(claims, {
  name: "unclaimed gifts",
  // An expired link still says for a while that it has expired.
  kind: "unclaimed_gifts",
  time: claims.expiresAt,
  where: isNull(claims.claimedAt),
});
