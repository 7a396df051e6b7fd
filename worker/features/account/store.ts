import { and, asc, desc, eq, gt, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { identities, sessions, users } from "../../db/schema/account.ts";

export function findUser(db: Database, userId: string) {
  return db.select().from(users).where(eq(users.id, userId)).get();
}

/** A person's identities, oldest first. */
export function listIdentities(db: Database, userId: string) {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
}

/** Deletes the identity where it is that person's and not the last one. */
export function deleteIdentity(db: Database, userId: string, identityId: string) {
  return db
    .delete(identities)
    .where(
      and(
        eq(identities.id, identityId),
        eq(identities.userId, userId),
        sql`(SELECT count(*) FROM identities WHERE user_id = ${userId}) > 1`,
      ),
    );
}

/** A person's living sessions, last used first. */
export function listSessions(db: Database, userId: string, now: number) {
  return db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      userAgent: sessions.userAgent,
      country: sessions.country,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now),
        gt(sessions.absoluteEndAt, now),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt));
}

export function updateName(db: Database, userId: string, name: string, now: number) {
  return db.update(users).set({ name, updatedAt: now }).where(eq(users.id, userId));
}

/** Deletes the session only where it is that person's. */
export function deleteSession(db: Database, userId: string, sessionId: string) {
  return db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

export function deleteOtherSessions(db: Database, userId: string, keptSessionId: string) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
}
