import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { customers, subscriptions } from "../../db/schema/billing.ts";

/** Customers that events have touched since their last sync, by id after `afterId`. */
export function listDirtyCustomers(
  db: Database,
  input: { mode: Mode; afterId: string; limit: number },
) {
  return db
    .select({ id: customers.id })
    .from(customers)
    .where(
      and(
        gt(customers.dirtySeq, customers.syncedSeq),
        eq(customers.mode, input.mode),
        gt(customers.id, input.afterId),
      ),
    )
    .orderBy(customers.id)
    .limit(input.limit);
}

/** Marks customers as dirty, so that the next sync looks again. */
export function markDirty(db: Database, id: string) {
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(eq(customers.id, id));
}

/** Marks as dirty whoever was synced at `since` (unix milliseconds) or later. */
export function markSyncedSince(db: Database, mode: Mode, since: number) {
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(and(eq(customers.mode, mode), gte(customers.syncedAt, since)));
}

/**
 * Marks as dirty whoever has access by a subscription whose period ended before `now`: Stripe has news that we have not.
 * Who is dirty already, or was synced after `syncedBefore`, is left alone.
 */
export function markLapsed(db: Database, input: { mode: Mode; now: number; syncedBefore: number }) {
  const { mode, status, endedAt, currentPeriodEnd, customerId } = subscriptions;
  const lapsed = db
    .select({ id: customerId })
    .from(subscriptions)
    .where(
      and(
        isNull(endedAt),
        lte(currentPeriodEnd, input.now),
        // Not by the index of statuses: nearly everybody is active.
        sql`+${mode} = ${input.mode}`,
        inArray(status, ["trialing", "active", "past_due"]),
      ),
    );
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(
      and(
        inArray(customers.id, lapsed),
        eq(customers.dirtySeq, customers.syncedSeq),
        or(isNull(customers.syncedAt), lte(customers.syncedAt, input.syncedBefore)),
      ),
    );
}

/** Which running subscriptions are meant: of any of these kinds. */
export type RunningKinds = { pastDue: boolean; running: boolean; paused: boolean };

/** Marks as dirty whoever has a running subscription of these kinds. */
export function markHolders(db: Database, mode: Mode, kinds: RunningKinds) {
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(inArray(customers.id, holdersOf(db, mode, kinds)));
}

export function countHolders(db: Database, mode: Mode, kinds: RunningKinds): Promise<number> {
  return db.$count(holdersOf(db, mode, kinds));
}

function holdersOf(db: Database, mode: Mode, kinds: RunningKinds) {
  const { mode: ofMode, status, endedAt, pauseBehavior, customerId } = subscriptions;
  const runs = inArray(status, ["trialing", "active"]);
  return db
    .selectDistinct({ id: customerId })
    .from(subscriptions)
    .where(
      and(
        eq(ofMode, mode),
        isNull(endedAt),
        or(
          sql`FALSE`,
          kinds.pastDue ? eq(status, "past_due") : undefined,
          kinds.running ? runs : undefined,
          kinds.paused ? and(runs, isNotNull(pauseBehavior)) : undefined,
        ),
      ),
    );
}
