import { and, asc, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Role } from "../../lib/roles.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { invitations } from "../../db/schema/team.ts";

export type InvitationRow = typeof invitations.$inferSelect;

/** Neither accepted nor revoked: what the partial index holds. */
const isOpen = and(isNull(invitations.acceptedAt), isNull(invitations.revokedAt));

/** Everybody who is more than a buyer, oldest first. */
export function listStaff(db: Database) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: users.role,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(sql`role <> 'buyer'`)
    .orderBy(asc(users.createdAt));
}

/** An active person by verified address. @param email in lower case */
export function findPersonByEmail(db: Database, email: string) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), eq(users.emailVerified, true), eq(users.status, "active")))
    .get();
}

export function findRole(db: Database, userId: string) {
  return db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.status, "active")))
    .get();
}

/** Changes the role, except the last active owner's: of two owners who remove each other at once, one stays. */
export function setRole(db: Database, userId: string, role: Role, now: number) {
  const isNotLastOwner = sql`(SELECT count(*) FROM users WHERE role = 'owner' AND status = 'active') > 1`;
  return db
    .update(users)
    .set({ role, updatedAt: now })
    .where(
      and(
        eq(users.id, userId),
        eq(users.status, "active"),
        role === "owner" ? undefined : or(ne(users.role, "owner"), isNotLastOwner),
      ),
    )
    .returning({ id: users.id });
}

/** Oldest first, the expired ones too. */
export function listInvitations(db: Database) {
  return db.select().from(invitations).where(isOpen).orderBy(asc(invitations.createdAt));
}

/** The invitation that acts for an address. @param email in lower case */
export function findInvitation(db: Database, email: string, now: number) {
  return db
    .select()
    .from(invitations)
    .where(and(eq(invitations.email, email), isOpen, gt(invitations.expiresAt, now)))
    .get();
}

export function insertInvitation(db: Database, row: InvitationRow) {
  return db.insert(invitations).values(row);
}

export function renewInvitation(db: Database, id: string, expiresAt: number) {
  return db
    .update(invitations)
    .set({ expiresAt })
    .where(and(eq(invitations.id, id), isOpen))
    .returning();
}

export function revokeInvitation(db: Database, id: string, now: number) {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.id, id), isOpen))
    .returning();
}

export function revokeInvitationsOf(db: Database, email: string, now: number) {
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.email, email), isOpen));
}

/** Revokes what a person invited to, unless they are an active owner still. */
export function revokeInvitationsBy(db: Database, userId: string, now: number) {
  const isOwner = sql`EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND role = 'owner' AND status = 'active')`;
  return db
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.invitedBy, userId), isOpen, sql`NOT ${isOwner}`));
}

export function acceptInvitation(db: Database, id: string, now: number) {
  return db
    .update(invitations)
    .set({ acceptedAt: now })
    .where(and(eq(invitations.id, id), isOpen, gt(invitations.expiresAt, now)));
}

/** Gives an active person a role above theirs, where the statement right before it in the batch changed a row. */
export function raiseRole(db: Database, userId: string, role: InvitationRow["role"], now: number) {
  const below = (["buyer", "support", "admin", "owner"] as const).filter(
    (_, rank, all) => rank < all.indexOf(role),
  );
  return db
    .update(users)
    .set({ role, updatedAt: now })
    .where(
      and(
        eq(users.id, userId),
        eq(users.status, "active"),
        inArray(users.role, below),
        sql`changes() > 0`,
      ),
    );
}
