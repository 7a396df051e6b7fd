import { and, asc, eq, gt, inArray, isNull, ne, or, sql, type SQL } from "drizzle-orm";
import type { Role } from "../../shared/roles.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { apiKeys } from "../../db/schema/developers.ts";
import { invitations } from "../../db/schema/team.ts";
import { pick } from "../../lib/pick.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** Neither accepted nor revoked. Matches the partial index. */
export const isOpenInvitation = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Lists all team members, oldest first. */
export function listTeamMembers(db: Database) {
  return db
    .select(pick(users, ["id", "name", "email", "role", "createdAt"]))
    .from(users)
    .where(sql`role <> 'buyer'`)
    .orderBy(asc(users.createdAt));
}

/**
 * Finds an active user by verified email.
 * @param email in lower case
 */
export function findActiveUserByEmail(db: Database, email: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(matches(users, { email, emailVerified: true, status: "active" }))
    .get();
}

export function findRole(db: Database, userId: string) {
  return db
    .select({ role: users.role })
    .from(users)
    .where(matches(users, { id: userId, status: "active" }))
    .get();
}

/** Returns who made an API key, with their role now. */
export function findRoleOfMaker(db: Database, keyId: string) {
  return db
    .select({ userId: users.id, role: users.role })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.createdBy))
    .where(eq(apiKeys.id, keyId))
    .get();
}

/** The condition that a user is neither an admin nor an owner. */
export const isBelowAdmin = (userId: string): SQL => sql`NOT EXISTS (SELECT 1 FROM users
  WHERE id = ${userId} AND status = 'active' AND role IN ('admin', 'owner'))`;

/** Changes the role, except for the last active owner: if two owners remove each other at the same time, one stays. */
export function setRole(db: Database, userId: string, role: Role, now: number) {
  const isNotLastOwner = sql`(SELECT count(*) FROM users WHERE role = 'owner' AND status = 'active') > 1`;
  return db
    .update(users)
    .set({ role, updatedAt: now })
    .where(
      and(
        matches(users, { id: userId, status: "active" }),
        role === "owner" ? undefined : or(ne(users.role, "owner"), isNotLastOwner),
      ),
    );
}

/**
 * Finds the valid invitation for an email.
 * @param email in lower case
 */
export function findInvitation(db: Database, email: string, now: number) {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), isOpenInvitation, gt(invitations.expiresAt, now)))
    .get();
}

export function insertInvitation(db: Database, row: InvitationRow) {
  return db.insert(invitations).values(row);
}

export function findInvitationById(db: Database, id: string) {
  return db.select().from(invitations).where(eq(invitations.id, id)).get();
}

export function renewInvitation(db: Database, id: string, expiresAt: number): Statement {
  return db
    .update(invitations)
    .set({ expiresAt })
    .where(and(eq(invitations.id, id), isOpenInvitation));
}

export function markInvitationRevoked(db: Database, id: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.id, id), isOpenInvitation));
}

export function revokeInvitationsForEmail(db: Database, email: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.email, email), isOpenInvitation));
}

/** Revokes a user's invitations, unless the user is still an active owner. */
export function revokeInvitationsFromUser(db: Database, userId: string, now: number): Statement {
  const isOwner = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND role = 'owner' AND status = 'active')`;
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.invitedBy, userId), isOpenInvitation, sql`NOT ${isOwner}`));
}

export function markInvitationAccepted(db: Database, id: string, now: number): Statement {
  return db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(and(eq(invitations.id, id), isOpenInvitation, gt(invitations.expiresAt, now)));
}

/** Raises an active user's role, if the previous statement in the batch changed a row. */
export function promoteUser(
  db: Database,
  userId: string,
  role: InvitationRow["role"],
  now: number,
): Statement {
  const lowerRoles = (["buyer", "support", "admin", "owner"] as const).filter(
    (_, rank, all) => rank < all.indexOf(role),
  );
  return db
    .update(users)
    .set({ role, updatedAt: now })
    .where(
      and(
        matches(users, { id: userId, status: "active" }),
        inArray(users.role, lowerRoles),
        sql`changes() > 0`,
      ),
    );
}
