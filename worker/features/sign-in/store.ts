import { and, eq, gt, isNull, lte, sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { emailTokens, identities, linkIntents, sessions, users } from "../../db/schema/account.ts";

export type UserRow = typeof users.$inferSelect;
export type NewUser = typeof users.$inferInsert;
export type NewIdentity = typeof identities.$inferInsert;
export type NewLinkIntent = typeof linkIntents.$inferInsert;
export type NewSession = typeof sessions.$inferInsert;

export function findUser(db: Database, id: string) {
  return db.select().from(users).where(eq(users.id, id)).get();
}

/** The person an identity belongs to. */
export async function findUserByIdentity(db: Database, provider: string, subject: string) {
  const row = await db
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, subject)))
    .get();
  return row?.user;
}

/** @param email in lower case */
export function findUserByVerifiedEmail(db: Database, email: string) {
  return db
    .select()
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true)))
    .get();
}

/** A living session of an active person, in one read. */
export function findSession(db: Database, tokenHash: string, now: number) {
  let query = sessionQueries.get(db.$client);
  if (!query) {
    query = prepareSessionQuery(db);
    sessionQueries.set(db.$client, query);
  }
  return query.get({ tokenHash, now });
}

// Every signed-in request asks this: it is built once per isolate, and asks for nothing it does not use.
const sessionQueries = new WeakMap<object, ReturnType<typeof prepareSessionQuery>>();

function prepareSessionQuery(db: Database) {
  const now = sql.placeholder("now");
  return db
    .select({
      sessionId: sessions.id,
      lastSeenAt: sessions.lastSeenAt,
      expiresAt: sessions.expiresAt,
      absoluteEndAt: sessions.absoluteEndAt,
      authenticatedAt: sessions.authenticatedAt,
      id: users.id,
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      image: users.image,
      role: users.role,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        gt(sessions.expiresAt, now),
        gt(sessions.absoluteEndAt, now),
        eq(users.status, "active"),
      ),
    )
    .prepare();
}

/** Whether that session lives and its person is active. */
export function findSessionById(db: Database, id: string, now: number) {
  return db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        gt(sessions.expiresAt, now),
        gt(sessions.absoluteEndAt, now),
        eq(users.status, "active"),
      ),
    )
    .get();
}

export function insertUser(db: Database, user: NewUser) {
  return db.insert(users).values(user);
}

export function insertIdentity(db: Database, identity: NewIdentity) {
  return db.insert(identities).values(identity);
}

export function insertSession(db: Database, session: NewSession) {
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

export function deleteSessionById(db: Database, id: string) {
  return db.delete(sessions).where(eq(sessions.id, id));
}

/** Sessions of one person that nobody can use any more. */
export function deleteExpiredSessions(db: Database, userId: string, now: number) {
  return db.delete(sessions).where(and(eq(sessions.userId, userId), lte(sessions.expiresAt, now)));
}

/** Everything of signing in that is over, whoever's it was. */
export function deleteExpired(db: Database, now: number) {
  return [
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(linkIntents).where(lte(linkIntents.expiresAt, now)),
    db.delete(emailTokens).where(lte(emailTokens.expiresAt, now)),
  ];
}

export function makeOwner(db: Database, userId: string, now: number) {
  return db.update(users).set({ role: "owner", updatedAt: now }).where(eq(users.id, userId));
}

export function insertLinkIntent(db: Database, intent: NewLinkIntent) {
  return db.insert(linkIntents).values(intent);
}

export function deleteLinkIntents(db: Database, userId: string) {
  return db.delete(linkIntents).where(eq(linkIntents.userId, userId));
}

/** Ties a waiting intent of this session to one authorization; changes no row where there is none. */
export function bindLinkIntent(
  db: Database,
  intent: { id: string; sessionId: string; provider: string; stateHash: string; now: number },
) {
  return db
    .update(linkIntents)
    .set({ stateHash: intent.stateHash })
    .where(
      and(
        eq(linkIntents.id, intent.id),
        eq(linkIntents.sessionId, intent.sessionId),
        eq(linkIntents.provider, intent.provider),
        isNull(linkIntents.stateHash),
        gt(linkIntents.expiresAt, intent.now),
      ),
    );
}

/** Takes the intent away: of two callbacks with one state, one gets it. */
export function takeLinkIntent(db: Database, stateHash: string) {
  return db.delete(linkIntents).where(eq(linkIntents.stateHash, stateHash)).returning().get();
}

/** How many links that still work were sent to an address. */
export function countEmailTokens(db: Database, email: string, now: number): Promise<number> {
  return db.$count(emailTokens, and(eq(emailTokens.email, email), gt(emailTokens.expiresAt, now)));
}

export function insertEmailToken(db: Database, token: typeof emailTokens.$inferInsert) {
  return db.insert(emailTokens).values(token);
}

export function deleteExpiredEmailTokens(db: Database, now: number) {
  return db.delete(emailTokens).where(lte(emailTokens.expiresAt, now));
}

/** Uses a link up: of two who open it at once, one gets it. */
export function takeEmailToken(db: Database, tokenHash: string, email: string) {
  return db
    .delete(emailTokens)
    .where(and(eq(emailTokens.tokenHash, tokenHash), eq(emailTokens.email, email)))
    .returning()
    .get();
}
