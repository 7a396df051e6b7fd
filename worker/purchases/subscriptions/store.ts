import { accessStatuses, runningStatuses } from "./statuses.ts";
import {
  and,
  desc,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { subscriptionItems, subscriptions } from "../../db/schema/billing.ts";
import { updateFromInsert, updateFromRow } from "../../db/update-from-insert.ts";

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type SubscriptionItemRow = typeof subscriptionItems.$inferSelect;

/** A mirrored subscription and which of our products it is for. */
export type MirroredSubscription = {
  row: SubscriptionRow;
  products: { id: string; quantity: number }[];
};

export function listSubscriptionsOfCustomer(db: Database, customerId: string) {
  return db.select().from(subscriptions).where(eq(subscriptions.customerId, customerId));
}

/** Newest first. */
export function listSubscriptionsOfUser(db: Database, userId: string) {
  return db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.createdAt));
}

export function findSubscription(db: Database, { id, userId }: { id: string; userId: string }) {
  return db.select().from(subscriptions).where(matches(subscriptions, { id, userId })).get();
}

export function findAnySubscription(db: Database, id: string, mode: Mode) {
  return db.select().from(subscriptions).where(matches(subscriptions, { id, mode })).get();
}

export function listSubscriptionItems(db: Database, subscriptionIds: string[]) {
  return db
    .select()
    .from(subscriptionItems)
    .where(isOneOf(subscriptionItems.subscriptionId, subscriptionIds));
}

/** Returns the items of all subscriptions of a user, in any mode. */
export function listSubscriptionItemsOfUser(db: Database, userId: string) {
  return listItemsWhere(db, eq(subscriptions.userId, userId));
}

/** Returns the items of all subscriptions of a Stripe customer. */
export function listSubscriptionItemsOfCustomer(db: Database, customerId: string) {
  return listItemsWhere(db, eq(subscriptions.customerId, customerId));
}

/** A list of ids in the condition would cost two rows more for each of them. */
function listItemsWhere(db: Database, ofSubscription: SQL) {
  return db
    .select(getTableColumns(subscriptionItems))
    .from(subscriptionItems)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionItems.subscriptionId))
    .where(ofSubscription);
}

/**
 * Returns live subscriptions whose access depends on the policy: past due, paused, or past their period end at `now`.
 */
export function listAffectedByPolicy(db: Database, input: { mode: Mode; now: number }) {
  const { mode, status, endedAt, pauseBehavior, pausedFrom, currentPeriodEnd } = subscriptions;
  return db
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(mode, input.mode),
        isNull(endedAt),
        or(
          eq(status, "past_due"),
          and(
            inArray(status, [...runningStatuses]),
            or(isNotNull(pauseBehavior), isNotNull(pausedFrom), lte(currentPeriodEnd, input.now)),
          ),
        ),
      ),
    );
}

/** Selects the customers who have access through a subscription whose period ended before `now`. */
export function selectLapsed(db: Database, input: { mode: Mode; now: number }) {
  const { mode, status, endedAt, currentPeriodEnd, customerId } = subscriptions;
  return db
    .select({ id: customerId })
    .from(subscriptions)
    .where(
      and(
        isNull(endedAt),
        lte(currentPeriodEnd, input.now),
        // The unary `+` avoids the index on mode and status, since most subscriptions are active.
        sql`+${mode} = ${input.mode}`,
        inArray(status, [...accessStatuses]),
      ),
    );
}

/** Which live subscriptions are selected. */
export type SubscriptionKinds = { pastDue: boolean; running: boolean; paused: boolean };

/** Selects the customers who have a live subscription of any of these kinds. */
export function selectSubscribed(db: Database, mode: Mode, kinds: SubscriptionKinds) {
  const { mode: subscriptionMode, status, endedAt, customerId } = subscriptions;
  const { pauseBehavior, pausedFrom } = subscriptions;
  const isRunning = inArray(status, [...runningStatuses]);
  return db
    .selectDistinct({ id: customerId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptionMode, mode),
        isNull(endedAt),
        or(
          sql`FALSE`,
          kinds.pastDue ? eq(status, "past_due") : undefined,
          kinds.running ? isRunning : undefined,
          kinds.paused
            ? and(isRunning, or(isNotNull(pauseBehavior), isNotNull(pausedFrom)))
            : undefined,
        ),
      ),
    );
}

export function countSubscribed(
  db: Database,
  mode: Mode,
  kinds: SubscriptionKinds,
): Promise<number> {
  return db.$count(selectSubscribed(db, mode, kinds));
}

/** Assigns the user's subscriptions with these ids at Stripe to one of their Stripe customers. */
export function adoptSubscriptions(
  db: Database,
  input: { customerId: string; userId: string; mode: Mode; stripeSubscriptionIds: string[] },
): Statement {
  const { customerId, userId, mode, stripeSubscriptionIds } = input;
  return db
    .update(subscriptions)
    .set({ customerId })
    .where(
      and(
        eq(subscriptions.mode, mode),
        isOneOf(subscriptions.stripeSubscriptionId, stripeSubscriptionIds),
        eq(subscriptions.userId, userId),
        ne(subscriptions.customerId, customerId),
      ),
    );
}

/** What a later sync leaves as it was when the subscription was first seen, or as others have set it since. */
const KEPT: (keyof SubscriptionRow)[] = [
  "id",
  "userId",
  "customerId",
  "mode",
  "stripeSubscriptionId",
  "duplicateOf",
  "confirmedAt",
  "codePaidMinor",
  "codeRefundedMinor",
  "linkId",
  "referral",
  "createdAt",
];

/**
 * Inserts a subscription, or updates the columns that come from Stripe.
 * @param before the row as it is, if there is one
 */
export function upsertSubscription(
  db: Database,
  row: SubscriptionRow,
  before: SubscriptionRow | undefined,
): Statement {
  if (before) {
    const after = { ...row, checkoutId: before.checkoutId ?? row.checkoutId };
    return db
      .update(subscriptions)
      .set(updateFromRow(subscriptions, KEPT, { before, after }))
      .where(eq(subscriptions.id, before.id));
  }
  // Another of the user's Stripe customers may have had it.
  return db
    .insert(subscriptions)
    .values(row)
    .onConflictDoUpdate({
      target: [subscriptions.mode, subscriptions.stripeSubscriptionId],
      set: {
        ...updateFromInsert(subscriptions, KEPT),
        checkoutId: sql`coalesce(checkout_id, excluded.checkout_id)`,
      },
    });
}

/** Records what all payments of a subscription that was bought with a code brought, and what was refunded of them. */
export function setCodePayments(
  db: Database,
  id: string,
  sums: Pick<SubscriptionRow, "codePaidMinor" | "codeRefundedMinor">,
): Statement {
  return db.update(subscriptions).set(sums).where(eq(subscriptions.id, id));
}

/** Inserts an item of a subscription, or updates it. @param before the row as it is, if there is one */
export function upsertSubscriptionItem(
  db: Database,
  row: SubscriptionItemRow,
  before: SubscriptionItemRow | undefined,
): Statement {
  return db
    .insert(subscriptionItems)
    .values(row)
    .onConflictDoUpdate({
      target: subscriptionItems.stripeItemId,
      set: updateFromInsert(
        subscriptionItems,
        ["stripeItemId", "subscriptionId"],
        [{ before, after: row }],
      ),
    });
}

/** Deletes an item that was removed from its subscription at Stripe. */
export function deleteSubscriptionItem(db: Database, stripeItemId: string): Statement {
  return db.delete(subscriptionItems).where(eq(subscriptionItems.stripeItemId, stripeItemId));
}

/** Ends the remaining subscriptions of a customer who was deleted at Stripe. */
export function endSubscriptionsOfCustomer(
  db: Database,
  customerId: string,
  now: number,
): Statement {
  return db
    .update(subscriptions)
    .set({ status: "canceled", endedAt: now, canceledAt: now })
    .where(matches(subscriptions, { customerId, endedAt: null }));
}

/** Lets the subscriptions of a customer end with their paid period, unless an earlier end is scheduled. */
export function endSubscriptionsWithPeriod(db: Database, customerId: string): Statement {
  return db
    .update(subscriptions)
    .set({ cancelAt: sql`coalesce(${subscriptions.cancelAt}, ${subscriptions.currentPeriodEnd})` })
    .where(matches(subscriptions, { customerId, endedAt: null }));
}

/** Marks a subscription as a second payment for what `duplicateOf` already pays. */
export function markDuplicateSubscription(
  db: Database,
  id: string,
  duplicateOf: string,
): Statement {
  return db.update(subscriptions).set({ duplicateOf }).where(eq(subscriptions.id, id));
}

export function listSubscriptionsByStripeId(db: Database, mode: Mode, stripeIds: string[]) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.mode, mode), isOneOf(subscriptions.stripeSubscriptionId, stripeIds)),
    );
}

/** Returns the subscriptions whose deciding dispute is one of these. */
export function listSubscriptionsByDispute(db: Database, mode: Mode, stripeDisputeIds: string[]) {
  return db
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.mode, mode), isOneOf(subscriptions.stripeDisputeId, stripeDisputeIds)),
    );
}
