import { and, asc, desc, eq, gt, lte, ne, sql } from "drizzle-orm";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { deleteOldest, type OldRows } from "../../db/old-rows.ts";
import {
  emailLinkRequests,
  emailTokens,
  freshSignInRequests,
  identities,
  isActiveSession,
  linkIntents,
  sessions,
  users,
} from "../../db/schema/account.ts";
import { pick } from "../../lib/pick.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type NewIdentity = typeof identities.$inferInsert;
export type NewLinkIntent = typeof linkIntents.$inferInsert;
export type NewSession = typeof sessions.$inferInsert;

export function findUser(db: Database, id: string) {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** Finds the user of an identity. */
export async function findUserByIdentity(db: Database, provider: string, subject: string) {
  const row = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(matches(identities, { provider, subject }))
    .get();
  return row?.user;
}

/**
 * Finds the user with this verified email.
 * @param email in lower case
 */
export function findUserByVerifiedEmail(db: Database, email: string) {
  return db
    .select()
    .from(users)
    .where(matches(users, { email, emailVerified: true }))
    .get();
}

/** A session with its user, as returned by SQLite. */
export type SessionRow = {
  sessionId: string;
  lastSeenAt: number;
  expiresAt: number;
  absoluteEndAt: number;
  authenticatedAt: number;
  verifiedEmail: string | null;
  signedInAt: number;
  emailVerified: 0 | 1;
} & Pick<UserRow, "id" | "name" | "email" | "image" | "role" | "locale" | "timeZone">;

/** Finds an active session of an active user, with one read. */
export async function findActiveSession(
  db: Database,
  tokenHash: string,
  now: number,
): Promise<SessionRow | null> {
  let query = preparedSessionQueries.get(db);
  if (!query) {
    query = db.$client.prepare(sessionQuery);
    preparedSessionQueries.set(db, query);
  }
  return query.bind(tokenHash, now).first<SessionRow>();
}

// Every signed-in request runs this query. It is prepared once per isolate and written as plain SQL, since mapping the
// row in Drizzle is most of a session's cost besides the read itself.
const preparedSessionQueries = new WeakMap<Database, D1PreparedStatement>();
const sessionQuery = `
  SELECT s.id AS sessionId, s.last_seen_at AS lastSeenAt, s.expires_at AS expiresAt,
    s.absolute_end_at AS absoluteEndAt, s.authenticated_at AS authenticatedAt,
    s.verified_email AS verifiedEmail, s.created_at AS signedInAt,
    u.id, u.name, u.email, u.email_verified AS emailVerified, u.image, u.role,
    u.locale, u.time_zone AS timeZone
  FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.token_hash = ?1 AND s.expires_at > ?2 AND s.absolute_end_at > ?2 AND u.status = 'active'`;

/** Finds the session if it and its user are active. */
export function findActiveSessionById(db: Database, id: string, now: number) {
  return db
    .select({ id: sessions.id, authenticatedAt: sessions.authenticatedAt })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), isActiveSession(now), eq(users.status, "active")))
    .get();
}

export function insertUser(db: Database, user: NewUser) {
  return db.insert(users).values(user);
}

export function insertIdentity(db: Database, identity: NewIdentity): Statement {
  return db.insert(identities).values(identity);
}

export function insertSession(db: Database, session: NewSession): Statement {
  return db.insert(sessions).values(session);
}

export function extendSession(
  db: Database,
  tokenHash: string,
  lastSeenAt: number,
  expiresAt: number,
) {
  return db
    .update(sessions)
    .set({ lastSeenAt, expiresAt })
    .where(eq(sessions.tokenHash, tokenHash));
}

export function deleteSession(db: Database, tokenHash: string) {
  return db.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

export function deleteSessionById(db: Database, id: string): Statement {
  return db.delete(sessions).where(eq(sessions.id, id));
}

/** Returns a user's active sessions, last used first. */
export function listSessions(db: Database, userId: string, now: number) {
  return db
    .select(pick(sessions, ["id", "createdAt", "lastSeenAt", "userAgent", "country"]))
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isActiveSession(now)))
    .orderBy(desc(sessions.lastSeenAt));
}

/** Deletes the session only if it is the user's. */
export function deleteSessionOfUser(db: Database, userId: string, sessionId: string) {
  return db.delete(sessions).where(matches(sessions, { id: sessionId, userId }));
}

export function deleteOtherSessions(db: Database, userId: string, keptSessionId: string) {
  return db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), ne(sessions.id, keptSessionId)));
}

export function deleteAllSessions(db: Database, userId: string): Statement {
  return db.delete(sessions).where(eq(sessions.userId, userId));
}

/** Deletes a user's expired sessions. */
export function deleteExpiredSessions(db: Database, userId: string, now: number): Statement {
  return db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)));
}

/** What is left of sign-ins. Old sessions reveal where and with which device a user signed in. */
export const expiredSignInRows: OldRows[] = [
  deleteOldest(sessions, { name: "expired sessions", kind: "sessions", time: sessions.expiresAt }),
  deleteOldest(linkIntents, {
    name: "expired requests to link a provider",
    kind: "sign_in",
    time: linkIntents.expiresAt,
  }),
  deleteOldest(emailTokens, {
    name: "expired sign-in links",
    kind: "sign_in",
    time: emailTokens.expiresAt,
  }),
  deleteOldest(emailLinkRequests, {
    name: "counted sign-in links",
    kind: "sign_in_counts",
    time: emailLinkRequests.createdAt,
  }),
  deleteOldest(freshSignInRequests, {
    name: "expired requests for a fresh sign-in",
    kind: "sign_in",
    time: freshSignInRequests.expiresAt,
  }),
];

/** Makes the user an owner; changes nothing if they already are. */
export function promoteToOwner(db: Database, userId: string, now: number): Statement {
  return db
    .update(users)
    .set({ role: "owner", updatedAt: now })
    .where(and(eq(users.id, userId), ne(users.role, "owner")));
}

/** An email has arrived at this address: if it is the user's, they get emails again. */
export function clearBounce(
  db: Database,
  { userId, email, now }: { userId: string; email: string; now: number },
): Statement {
  return db
    .update(users)
    .set({ emailProblem: null, emailProblemAt: now })
    .where(matches(users, { id: userId, email, emailProblem: "bounced" }));
}

export function insertLinkIntent(db: Database, intent: NewLinkIntent): Statement {
  return db.insert(linkIntents).values(intent);
}

export function deleteLinkIntents(db: Database, userId: string): Statement {
  return db.delete(linkIntents).where(eq(linkIntents.userId, userId));
}

/** Binds an open intent of this session to one authorization. Changes no row if there is none. */
export function bindLinkIntent(
  db: Database,
  intent: { id: string; sessionId: string; provider: string; stateHash: string; now: number },
) {
  return db
    .update(linkIntents)
    .set({ stateHash: intent.stateHash })
    .where(
      and(
        matches(linkIntents, {
          id: intent.id,
          sessionId: intent.sessionId,
          provider: intent.provider,
          stateHash: null,
        }),
        gt(linkIntents.expiresAt, intent.now),
      ),
    );
}

/** Deletes and returns the intent. Of two callbacks with the same state, only one gets it. */
export function deleteLinkIntentByState(db: Database, stateHash: string) {
  return db.delete(linkIntents).where(eq(linkIntents.stateHash, stateHash)).returning().get();
}

export function insertFreshSignInRequest(
  db: Database,
  request: typeof freshSignInRequests.$inferInsert,
): Statement {
  return db.insert(freshSignInRequests).values(request);
}

/** Deletes and returns what was asked. Of two callbacks with the same state, only one gets it. */
export function deleteFreshSignInRequest(db: Database, stateHash: string) {
  return db
    .delete(freshSignInRequests)
    .where(eq(freshSignInRequests.stateHash, stateHash))
    .returning()
    .get();
}

/** Returns what the providers call this user. */
export function listIdentitiesOfUser(db: Database, userId: string) {
  return db
    .select({ issuer: identities.issuer, subject: identities.subject })
    .from(identities)
    .where(eq(identities.userId, userId));
}

/** Returns a user's identities, oldest first. */
export function listIdentities(db: Database, userId: string) {
  return db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt));
}

/** Deletes the identity if it is the user's and not their last one. */
export function deleteIdentity(db: Database, userId: string, identityId: string): Statement {
  return db
    .delete(identities)
    .where(
      and(
        matches(identities, { id: identityId, userId }),
        sql`(SELECT count(*) FROM identities WHERE user_id = ${userId}) > 1`,
      ),
    );
}
