import { inForce } from "../../access/in-force.ts";
import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import type { Cursor } from "../../db/page-cursor.ts";

const columns = (at: AccessTime) => ({
  id: users.id,
  name: users.name,
  email: users.email,
  emailVerified: users.emailVerified,
  role: users.role,
  status: users.status,
  createdAt: users.createdAt,
  /** How many grants of this user are in force. */
  inForceCount: sql<number>`(SELECT count(*) FROM grants WHERE ${ofUserInForce(at)})`,
});

/** Matches grants of this user that are in force. */
const ofUserInForce = ({ mode, now }: AccessTime): SQL =>
  sql`grants.user_id = users.id AND grants.mode = ${mode} AND ${inForce(now)}`;

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

/** The mode of the shop, and when access is evaluated. */
type AccessTime = { mode: Mode; now: number };

type PageWindow = AccessTime & { after?: Cursor | undefined; limit: number };

const isAfter = ({ after }: PageWindow): SQL | undefined =>
  after && sql`(${users.createdAt}, ${users.id}) < (${after.value}, ${after.id})`;

/** Lists all users, newest first. */
export function listUsers(db: Database, window: PageWindow) {
  return db
    .select(columns(window))
    .from(users)
    .where(isAfter(window))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/** Lists team members, newest first. They are few: sorting them is cheaper than scanning all users in order. */
export function listMembers(db: Database, window: PageWindow) {
  return db
    .select(columns(window))
    .from(users)
    .where(and(sql`role <> 'buyer'`, isAfter(window)))
    .orderBy(sql`+created_at DESC, +id DESC`)
    .limit(window.limit);
}

/**
 * Lists users with a grant in force, newest first. Ids start with their creation time, so the index on grants is in
 * this order.
 */
export function listUsersWithAccess(db: Database, window: PageWindow) {
  const { mode, now, after, limit } = window;
  const isAfter = after ? sql`AND user_id < ${after.id}` : sql``;
  return db
    .select(columns(window))
    .from(users)
    .where(
      sql`${users.id} IN (SELECT DISTINCT user_id FROM grants
        WHERE ${inForce(now)} AND mode = ${mode} ${isAfter}
        ORDER BY user_id DESC LIMIT ${limit})`,
    )
    .orderBy(desc(users.id))
    .limit(limit);
}

/** Lists the users with these ids that match the filter, newest first. */
export function listMatchingUsers(
  db: Database,
  filter: {
    ids: string[];
    hasAccess: boolean;
    isMember: boolean;
    stripeCustomerMode: Mode | undefined;
  },
  window: PageWindow,
) {
  const mode = filter.stripeCustomerMode;
  return db
    .select(columns(window))
    .from(users)
    .where(
      and(
        isOneOf(users.id, filter.ids),
        filter.hasAccess
          ? sql`EXISTS (SELECT 1 FROM grants WHERE ${ofUserInForce(window)})`
          : undefined,
        filter.isMember ? sql`${users.role} <> 'buyer'` : undefined,
        mode &&
          sql`EXISTS (SELECT 1 FROM customers WHERE customers.user_id = users.id AND customers.mode = ${mode})`,
        isAfter(window),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/**
 * Lists users with a Stripe customer, latest first, ordered by `customerId`. Nearly all are of this mode and primary,
 * so `+` makes SQLite read them in this order instead of using an index on those columns.
 */
export function listUsersWithStripeCustomer(db: Database, mode: Mode, window: PageWindow) {
  return db
    .select({ ...columns(window), customerId: stripeCustomers.id })
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(
      and(
        sql`+customers.mode = ${mode}`,
        sql`+customers.is_secondary = 0`,
        window.after && sql`${stripeCustomers.id} < ${window.after.id}`,
      ),
    )
    .orderBy(desc(stripeCustomers.id))
    .limit(window.limit);
}

/** Returns the user of a Stripe customer, by our id or Stripe's; null if there is none. */
export async function findUserIdByStripeCustomer(
  db: Database,
  id: string,
  mode: Mode,
): Promise<string | null> {
  const row = await db
    .select({ userId: stripeCustomers.userId })
    .from(stripeCustomers)
    .where(
      id.startsWith("cst_")
        ? eq(stripeCustomers.id, id)
        : and(eq(stripeCustomers.mode, mode), eq(stripeCustomers.stripeCustomerId, id)),
    )
    .get();
  return row?.userId ?? null;
}
