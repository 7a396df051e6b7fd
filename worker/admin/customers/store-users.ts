import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { customers } from "../../db/schema/billing.ts";
import type { Cursor } from "../../db/page-cursor.ts";

const columns = (now: number) => ({
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  status: users.status,
  createdAt: users.createdAt,
  /** How many things this person has now. */
  inForceCount: sql<number>`(SELECT count(*) FROM grants WHERE ${isInForce(now)})`,
});

/** A grant of this person's. */
const isInForce = (now: number): SQL =>
  sql`grants.user_id = users.id AND grants.revoked_at IS NULL
    AND (grants.ends_at IS NULL OR grants.ends_at > ${now})`;

export type ListedPerson = Awaited<ReturnType<typeof listPeople>>[number];

type Window = { now: number; after?: Cursor | undefined; limit: number };

const isAfter = ({ after }: Window): SQL | undefined =>
  after && sql`(${users.createdAt}, ${users.id}) < (${after.value}, ${after.id})`;

/** Everybody, newest first. */
export function listPeople(db: Database, window: Window) {
  return db
    .select(columns(window.now))
    .from(users)
    .where(isAfter(window))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/** The team, newest first. They are few: sorting them is cheaper than looking for them among everybody in order. */
export function listTeam(db: Database, window: Window) {
  return db
    .select(columns(window.now))
    .from(users)
    .where(and(sql`role <> 'buyer'`, isAfter(window)))
    .orderBy(sql`+created_at DESC, +id DESC`)
    .limit(window.limit);
}

/** Who has something now, newest first. An id begins with the time it was made at: by it the grants have them in order. */
export function listHolders(db: Database, window: Window) {
  const { now, after, limit } = window;
  const isAfter = after ? sql`AND user_id < ${after.id}` : sql``;
  return db
    .select(columns(now))
    .from(users)
    .where(
      sql`${users.id} IN (SELECT DISTINCT user_id FROM grants
        WHERE revoked_at IS NULL AND (ends_at IS NULL OR ends_at > ${now}) ${isAfter}
        ORDER BY user_id DESC LIMIT ${limit})`,
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

/** Of these people, newest first. */
export function listPeopleOf(
  db: Database,
  filter: { ids: string[]; isHolder: boolean; isTeam: boolean; isCustomerIn: Mode | undefined },
  window: Window,
) {
  const mode = filter.isCustomerIn;
  return db
    .select(columns(window.now))
    .from(users)
    .where(
      and(
        isOneOf(users.id, filter.ids),
        filter.isHolder
          ? sql`EXISTS (SELECT 1 FROM grants WHERE ${isInForce(window.now)})`
          : undefined,
        filter.isTeam ? sql`${users.role} <> 'buyer'` : undefined,
        mode &&
          sql`EXISTS (SELECT 1 FROM customers WHERE customers.user_id = users.id AND customers.mode = ${mode})`,
        isAfter(window),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/**
 * Who has begun to buy, the latest to begin first. `customerId` is what they are sorted by; nearly every customer is of
 * this mode and primary, so they are read in that order, and not by an index on what they have in common.
 */
export function listBuyers(db: Database, mode: Mode, window: Window) {
  return db
    .select({ ...columns(window.now), customerId: customers.id })
    .from(customers)
    .innerJoin(users, eq(users.id, customers.userId))
    .where(
      and(
        sql`+customers.mode = ${mode}`,
        sql`+customers.is_secondary = 0`,
        window.after && sql`${customers.id} < ${window.after.id}`,
      ),
    )
    .orderBy(desc(customers.id))
    .limit(window.limit);
}

/** Whose an exact id is: the person's own, our customer's, Stripe's customer's. */
export async function findUserIdBy(db: Database, id: string, mode: Mode): Promise<string | null> {
  const row = await db
    .select({ userId: customers.userId })
    .from(customers)
    .where(
      id.startsWith("cst_")
        ? eq(customers.id, id)
        : and(eq(customers.mode, mode), eq(customers.stripeCustomerId, id)),
    )
    .get();
  return row?.userId ?? null;
}
