import { and, lt, sql } from "drizzle-orm";
import { abortUnless, matches, type Database, type Statement } from "../db/client.ts";
import { users } from "../db/schema/account.ts";
import { pick } from "../lib/pick.ts";

// Guests are users without an identity (decision 121): `active` until they sign in, `deleted` when an account has taken
// what they bought, and `disabled` if they never paid.

/** In lists of users: guests who have not paid, and those whose purchases an account has taken. */
export const IS_NOBODY = sql.raw("users.is_guest = 1 AND users.email IS NULL");

const activeGuest = { isGuest: true, status: "active" } as const;

export function insertGuest(
  db: Database,
  { id, locale, now }: { id: string; locale: string | null; now: number },
): Statement {
  return db.insert(users).values({ id, locale, isGuest: true, createdAt: now, updatedAt: now });
}

/** Finds a guest who has neither been taken into an account nor left unpaid for too long. */
export function findActiveGuest(db: Database, id: string) {
  return db
    .select(pick(users, ["id", "name", "email", "locale"]))
    .from(users)
    .where(matches(users, { id, ...activeGuest }))
    .get();
}

/** Aborts the batch if somebody else has taken what the guest bought. */
export function assertActiveGuest(id: string): Statement {
  return abortUnless(users.createdAt, matches(users, activeGuest), matches(users, { id }));
}

/** Aborts the batch unless the account is active. */
export function assertActiveUser(id: string): Statement {
  const isActive = matches(users, { status: "active" });
  return abortUnless(users.createdAt, isActive, matches(users, { id }));
}

/** Saves who paid, with the first payment. @param input.email in lower case */
export function setGuestContact(
  db: Database,
  { id, name, email, now }: { id: string; name: string | null; email: string; now: number },
): Statement {
  return db
    .update(users)
    .set({ name, email, updatedAt: now })
    .where(matches(users, { id, ...activeGuest, email: null }));
}

/** Gives a guest the address that their claim has now, which nobody has verified. */
export function setGuestEmail(
  db: Database,
  { id, claimId, now }: { id: string; claimId: string; now: number },
): Statement {
  return db
    .update(users)
    .set({ email: sql`(SELECT email FROM claims WHERE id = ${claimId})`, updatedAt: now })
    .where(matches(users, { id, ...activeGuest }));
}

/** Repeats the condition of the partial index, so that SQLite can use it. */
const isUnpaid = sql`is_guest = 1 AND status = 'active' AND email IS NULL`;

/** Lists guests who came before a time and have bought nothing, the oldest first. */
export function listUnpaidGuests(
  db: Database,
  { createdBefore, limit }: { createdBefore: number; limit: number },
) {
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isUnpaid,
        lt(users.createdAt, createdBefore),
        // A bank has not answered about it, or has declined.
        sql`NOT EXISTS (SELECT 1 FROM orders WHERE orders.user_id = users.id)`,
        sql`NOT EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.user_id = users.id)`,
      ),
    )
    .orderBy(users.createdAt)
    .limit(limit);
}

/** Counts the guests who came since a time and have not paid, up to `limit`. */
export async function countUnpaidGuests(
  db: Database,
  { since, limit }: { since: number; limit: number },
): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM users WHERE ${isUnpaid} AND created_at >= ${since} LIMIT ${limit})`,
  );
  return row?.count ?? 0;
}

/** A guest who has not paid can't buy any more. Does nothing if they have paid meanwhile. */
export function disableUnpaidGuest(db: Database, id: string, now: number): Statement {
  return db
    .update(users)
    .set({ status: "disabled", locale: null, updatedAt: now })
    .where(matches(users, { id, ...activeGuest, email: null }));
}
