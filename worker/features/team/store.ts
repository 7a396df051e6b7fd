import { and, asc, eq, ne, or, sql } from "drizzle-orm";
import type { Role } from "../../context.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";

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
    );
}
