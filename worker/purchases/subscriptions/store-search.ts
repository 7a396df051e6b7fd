import { and, eq, isNotNull, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database } from "../../db/client.ts";
import { inTimeRange } from "../../db/in-time-range.ts";
import { sortByTime, type TimePage } from "../../db/sort-by.ts";
import { users } from "../../db/schema/account.ts";
import { subscriptionItems, subscriptions } from "../../db/schema/billing.ts";
import { pick } from "../../lib/pick.ts";
import type { TimeRange } from "../../lib/time.ts";
import { hasNumber } from "../../db/has-number.ts";

/** Filters for a list of subscriptions. */
export type SubscriptionFilter = {
  /** A status at Stripe, or a state that the status doesn't show: `ending` or `collection_paused`. */
  state?: string | undefined;
  productId?: string | undefined;
  ids?: string[] | undefined;
  promotionCodeId?: string | undefined;
  linkId?: string | undefined;
  /** Subscriptions of these users, or the subscription with this number or id: ours, Stripe's, or the latest payment intent's. */
  match?: { userIds: string[]; exactId: string } | undefined;
  createdIn: TimeRange;
};

/** Returns a page of subscriptions with their users, sorted by time. */
export function listSubscriptionsByTime(
  db: Database,
  mode: Mode,
  filter: SubscriptionFilter,
  page: TimePage,
) {
  const { isAfter, orderBy } = sortByTime(subscriptions.createdAt, subscriptions.id, page);
  return db
    .select({
      subscription: subscriptions,
      user: pick(users, ["id", "name", "email"]),
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(
      and(
        matchesFilter(mode, filter, {
          isDescending: !page.oldestFirst,
          hasCursor: page.after !== undefined,
        }),
        isAfter,
      ),
    )
    .orderBy(...orderBy)
    .limit(page.limit);
}

/** Counts the subscriptions that match, up to `limit`. */
export async function countSubscriptions(
  db: Database,
  mode: Mode,
  filter: SubscriptionFilter,
  limit: number,
): Promise<number> {
  const found = db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(matchesFilter(mode, filter))
    .limit(limit)
    .as("found");
  const row = await db
    .select({ count: sql<number>`count(*)` })
    .from(found)
    .get();
  return row?.count ?? 0;
}

/** Returns the ids of up to `limit` subscriptions for a product, in no particular order. */
export async function listSubscriptionIdsOfProduct(
  db: Database,
  productId: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: subscriptionItems.subscriptionId })
    .from(subscriptionItems)
    .where(eq(subscriptionItems.productId, productId))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/**
 * Returns the condition for the subscriptions that match. A unary `+` keeps SQLite from scanning all rows of a mode (or
 * status) when a more selective filter applies.
 */
function matchesFilter(
  mode: Mode,
  { state, productId, ids, promotionCodeId, linkId, match, createdIn }: SubscriptionFilter,
  page?: { isDescending: boolean; hasCursor: boolean },
): SQL | undefined {
  const isFound = match !== undefined || ids !== undefined;
  const byLink = linkId !== undefined && !isFound && promotionCodeId === undefined;
  return and(
    isFound || byLink ? sql`+${subscriptions.mode} = ${mode}` : eq(subscriptions.mode, mode),
    match && isMatch(mode, match),
    state === undefined
      ? undefined
      : isInState(state, isFound || byLink || promotionCodeId !== undefined),
    productId === undefined
      ? undefined
      : sql`EXISTS (SELECT 1 FROM ${subscriptionItems} WHERE ${subscriptionItems.productId} = ${productId} AND ${subscriptionItems.subscriptionId} = ${subscriptions.id})`,
    promotionCodeId === undefined
      ? undefined
      : sql`${sql.raw(isFound ? "+" : "")}${subscriptions.promotionCodeId} = ${promotionCodeId}`,
    linkId === undefined
      ? undefined
      : sql`${sql.raw(byLink ? "" : "+")}${subscriptions.linkId} = ${linkId}`,
    ids === undefined ? undefined : isOneOf(subscriptions.id, ids),
    inTimeRange(
      isFound || byLink ? sql`+${subscriptions.createdAt}` : subscriptions.createdAt,
      createdIn,
      page,
    ),
  );
}

function isMatch(mode: Mode, { userIds, exactId }: { userIds: string[]; exactId: string }) {
  return or(
    isOneOf(subscriptions.userId, userIds),
    eq(subscriptions.id, exactId),
    hasNumber(subscriptions.id, "sub", exactId),
    matches(subscriptions, { mode, stripeSubscriptionId: exactId }),
    matches(subscriptions, { mode, latestPaymentIntentId: exactId }),
  );
}

function isInState(state: string, isMatched: boolean) {
  switch (state) {
    case "ending":
      return and(isNotNull(subscriptions.cancelAt), isNull(subscriptions.endedAt));
    case "collection_paused":
      return and(isNotNull(subscriptions.pauseBehavior), isNull(subscriptions.endedAt));
    default:
      return isMatched ? sql`+${subscriptions.status} = ${state}` : eq(subscriptions.status, state);
  }
}
