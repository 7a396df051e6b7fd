import { and, eq, gt, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";
import {
  selectLapsed,
  selectSubscribed,
  type SubscriptionKinds,
} from "../../purchases/subscriptions/store.ts";

/** Returns customers with changes since their last sync, by id after `afterId`. */
export function listDirtyCustomers(
  db: Database,
  input: { mode: Mode; afterId: string; limit: number },
) {
  return db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(
      and(
        gt(stripeCustomers.dirtySeq, stripeCustomers.syncedSeq),
        // The unary `+` keeps SQLite from using the index on Stripe's ids, which contains every customer of a mode.
        sql`+${stripeCustomers.mode} = ${input.mode}`,
        gt(stripeCustomers.id, input.afterId),
      ),
    )
    .orderBy(stripeCustomers.id)
    .limit(input.limit);
}

/** Marks a customer as dirty, so that the next sync refetches it. */
export function markDirty(db: Database, id: string): Statement {
  return db
    .update(stripeCustomers)
    .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
    .where(eq(stripeCustomers.id, id));
}

/** Marks every customer as dirty who was synced at `since` (Unix milliseconds) or later. */
export function markDirtyWhereSyncedSince(db: Database, mode: Mode, since: number): Statement {
  return db
    .update(stripeCustomers)
    .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
    .where(and(eq(stripeCustomers.mode, mode), gte(stripeCustomers.syncedAt, since)));
}

/**
 * Marks every customer as dirty who has access through a subscription whose period ended before `now`: Stripe has an
 * update that we don't. Skips customers that are already dirty or were synced after `syncedBefore`.
 */
export function markDirtyWhereLapsed(
  db: Database,
  input: { mode: Mode; now: number; syncedBefore: number },
): Statement {
  const lapsed = selectLapsed(db, input);
  return db
    .update(stripeCustomers)
    .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
    .where(
      and(
        inArray(stripeCustomers.id, lapsed),
        eq(stripeCustomers.dirtySeq, stripeCustomers.syncedSeq),
        or(isNull(stripeCustomers.syncedAt), lte(stripeCustomers.syncedAt, input.syncedBefore)),
      ),
    );
}

/** Marks every customer as dirty who has a live subscription of these kinds. */
export function markDirtyWhereSubscribed(
  db: Database,
  mode: Mode,
  kinds: SubscriptionKinds,
): Statement {
  return db
    .update(stripeCustomers)
    .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
    .where(inArray(stripeCustomers.id, selectSubscribed(db, mode, kinds)));
}
