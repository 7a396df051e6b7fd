import { inForce } from "../../in-force.ts";
import { and, desc, eq, SQL, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import { inTimeRange } from "../../db/in-time-range.ts";
import { selectWaitingGuests } from "../../claims/store.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { containsWords, idsWithPart, splitSearch } from "../../db/search-parts.ts";
import type { CustomerFigures } from "../../purchases/customer-figures/to-figures.ts";
import { firstIdAt } from "../../lib/ids.ts";
import { IS_NOBODY } from "../../identity/store-guests.ts";
import type { TimeRange } from "../../lib/time.ts";
import { pick } from "../../lib/pick.ts";

export const columns = (at: AccessTime) => ({
  ...pick(users, [
    "id",
    "name",
    "email",
    "emailVerified",
    "role",
    "status",
    "isGuest",
    "createdAt",
  ]),
  /** How many grants of this user are in force. */
  inForceCount: sql<number>`(SELECT count(*) FROM grants WHERE ${ofUserInForce(at)})`,
  /** What they bought, as JSON of `ListedFigures`; null if they bought nothing. */
  figures: sql<string | null>`(SELECT json_object('currency', currency, 'spentMinor', spent_minor,
      'spentElsewhere', json(spent_elsewhere), 'lastPurchaseAt', last_purchase_at, 'country', country)
    FROM customer_figures WHERE customer_figures.user_id = users.id AND customer_figures.mode = ${at.mode})`,
  /** The names of what they bought or were given, as JSON. */
  productNames: sql<string>`(SELECT json_group_array(products.name) FROM customer_products
    CROSS JOIN products ON products.id = product_id
    WHERE customer_products.user_id = users.id AND customer_products.mode = ${at.mode})`,
  /** The team's tags, as JSON. */
  tags: sql<string>`(SELECT json_group_array(tag) FROM customer_tags WHERE customer_tags.user_id = users.id)`,
});

/** Matches grants of this user that are in force. */
export const ofUserInForce = ({ mode, now }: AccessTime): SQL =>
  sql`grants.user_id = users.id AND grants.mode = ${mode} AND ${inForce(now)}`;

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

/** See `customer_figures`. Amounts in minor units. */
export type ListedFigures = Pick<
  CustomerFigures,
  "currency" | "spentMinor" | "spentElsewhere" | "lastPurchaseAt" | "country"
>;

/** Which customers a list has; see `customerFilters`. */
export type CustomerKind = "customers" | "active" | "team" | "guests";

/** The mode of the shop, and when access is evaluated. */
type AccessTime = { mode: Mode; now: number };

/** `createdIn`: when they first signed in. */
export type PageWindow = AccessTime & {
  createdIn: TimeRange;
  after?: Cursor | undefined;
  limit: number;
};

const isSomebody = sql`NOT (${IS_NOBODY})`;

const isInWindow = (
  { after, createdIn }: PageWindow,
  createdAt: SQL = sql`${users.createdAt}`,
): SQL | undefined =>
  and(
    isSomebody,
    after && sql`(${createdAt}, ${users.id}) < (${after.value}, ${after.id})`,
    inTimeRange(createdAt, createdIn, {
      isDescending: true,
      hasCursor: after !== undefined,
    }),
  );

/** Ids start with their creation time, so a range of times is a range of ids. */
export const isIdInWindow = (
  column: SQL,
  prefix: "usr" | "cst",
  { after, createdIn }: PageWindow,
): SQL =>
  sql.join(
    [
      after && sql`AND ${column} < ${after.id}`,
      createdIn.start !== undefined && sql`AND ${column} >= ${firstIdAt(prefix, createdIn.start)}`,
      !after &&
        createdIn.end !== undefined &&
        sql`AND ${column} < ${firstIdAt(prefix, createdIn.end)}`,
    ].filter((condition) => condition instanceof SQL),
    sql` `,
  );

/** Lists all users, newest first. */
export function listUsers(db: Database, window: PageWindow) {
  return db
    .select(columns(window))
    .from(users)
    .where(isInWindow(window))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/** Members are few, so sort them. The `+` keeps SQLite from scanning all users in order instead. */
const isMemberInWindow = (window: PageWindow): SQL | undefined =>
  and(sql`role <> 'buyer'`, isInWindow(window, sql`+${users.createdAt}`));

/** Lists team members, newest first. */
export function listMembers(db: Database, window: PageWindow) {
  return db
    .select(columns(window))
    .from(users)
    .where(isMemberInWindow(window))
    .orderBy(sql`+created_at DESC, +id DESC`)
    .limit(window.limit);
}

/** Matches guests whose purchases give access and wait for somebody to sign in. */
export const isWaitingGuest = (at: AccessTime): SQL =>
  sql`users.id IN (${selectWaitingGuests(at)})`;

/** Lists these guests, newest first. They are few, so sort them. */
export function listWaitingGuests(db: Database, window: PageWindow) {
  return db
    .select(columns(window))
    .from(users)
    .where(and(isWaitingGuest(window), isInWindow(window, sql`+${users.createdAt}`)))
    .orderBy(sql`+created_at DESC, +id DESC`)
    .limit(window.limit);
}

/**
 * Lists users with a grant in force, newest first. Ids start with their creation time, so the index on grants is in
 * this order.
 */
export function listUsersWithAccess(db: Database, window: PageWindow) {
  const { limit } = window;
  return db
    .select(columns(window))
    .from(users)
    .where(sql`${users.id} IN (${selectUserIdsWithAccess(window)})`)
    .orderBy(desc(users.id))
    .limit(limit);
}

const selectUserIdsWithAccess = (window: PageWindow): SQL =>
  sql`SELECT DISTINCT user_id FROM grants
    WHERE ${inForce(window.now)} AND mode = ${window.mode} ${isIdInWindow(sql`user_id`, "usr", window)}
    ORDER BY user_id DESC LIMIT ${window.limit}`;

/** Lists the users with these ids that match the filter, newest first. */
export function listMatchingUsers(
  db: Database,
  filter: {
    ids: string[];
    hasAccess: boolean;
    isMember: boolean;
    isGuest: boolean;
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
        filter.isGuest ? isWaitingGuest(window) : undefined,
        mode &&
          sql`EXISTS (SELECT 1 FROM customers WHERE customers.user_id = users.id AND customers.mode = ${mode})`,
        isInWindow(window),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(window.limit);
}

/** Lists users with a Stripe customer, the newest Stripe customer first. */
export function listUsersWithStripeCustomer(db: Database, mode: Mode, window: PageWindow) {
  return db
    .select({ ...columns(window), customerId: stripeCustomers.id })
    .from(stripeCustomers)
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(and(isPrimaryCustomer(mode, window), isSomebody))
    .orderBy(desc(stripeCustomers.id))
    .limit(window.limit);
}

/** Nearly all are of this mode and primary, so `+` makes SQLite read them in the order of their ids. */
const isPrimaryCustomer = (mode: Mode, window: PageWindow): SQL =>
  sql`+customers.mode = ${mode} AND +customers.is_secondary = 0
    ${isIdInWindow(sql`customers.id`, "cst", window)}`;

/** Counts users, up to the window's limit. `who` as for the list. */
export async function countUsers(
  db: Database,
  who: CustomerKind | undefined,
  window: PageWindow,
): Promise<number> {
  const found = {
    everybody: sql`SELECT 1 FROM users WHERE ${isInWindow(window)}
      ORDER BY created_at DESC LIMIT ${window.limit}`,
    team: sql`SELECT 1 FROM users WHERE ${isMemberInWindow(window)} LIMIT ${window.limit}`,
    active: selectUserIdsWithAccess(window),
    guests: sql`SELECT 1 FROM users WHERE ${isWaitingGuest(window)} AND ${isInWindow(window, sql`+users.created_at`)}
      LIMIT ${window.limit}`,
    customers: sql`SELECT 1 FROM customers WHERE ${isPrimaryCustomer(window.mode, window)}
      ORDER BY customers.id DESC LIMIT ${window.limit}`,
  }[who ?? "everybody"];
  const [row] = await db.all<{ count: number }>(sql`SELECT count(*) AS count FROM (${found})`);
  return row?.count ?? 0;
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
        : matches(stripeCustomers, { mode, stripeCustomerId: id }),
    )
    .get();
  return row?.userId ?? null;
}

/**
 * Lists ids of users whose name or email contains every word of the search text, in no particular order, and of the one
 * whose external id it is.
 */
export function listUserIdsByPart(db: Database, search: string, limit: number) {
  return db.all<{ id: string }>(sql`SELECT id FROM users WHERE external_id = ${search.trim()}
    UNION ALL SELECT * FROM (${idsWithPart("user", search, limit)})`);
}

/** How many users the search for the newest ones looks at. */
const NEWEST_USERS = 1000;

/**
 * Lists ids of users as `listUserIdsByPart` does, newest first, but only among the newest users. For parts that so many
 * users share that not all of them are considered.
 */
export function listNewestUserIdsByPart(db: Database, search: string, limit: number) {
  return db.all<{ id: string }>(sql`SELECT newest.id FROM
    (SELECT id FROM users ORDER BY created_at DESC, id DESC LIMIT ${NEWEST_USERS}) AS newest
    CROSS JOIN search_texts ON search_texts.kind = 'user' AND search_texts.id = newest.id
    WHERE ${containsWords(sql`text`, splitSearch(search))} LIMIT ${limit}`);
}
