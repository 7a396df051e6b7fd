import { and, asc, isNotNull, lt, ne } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { subscriptions, trialCards, trialTombstones } from "../../db/schema/billing.ts";

/**
 * Whether the user ever had a trial in this mode.
 * @param input.exceptStripeId a subscription at Stripe that doesn't count
 */
export async function hasTrialed(
  db: Database,
  input: { userId: string; mode: Mode; exceptStripeId?: string | undefined },
): Promise<boolean> {
  const { userId, mode, exceptStripeId } = input;
  const row = await db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(
      and(
        matches(subscriptions, { userId, mode }),
        isNotNull(subscriptions.trialStart),
        exceptStripeId === undefined
          ? undefined
          : ne(subscriptions.stripeSubscriptionId, exceptStripeId),
      ),
    )
    .limit(1)
    .get();
  return row !== undefined;
}

/** Finds a tombstone with one of these hashes that was written before a time in unix milliseconds. */
export function findTrialTombstone(db: Database, input: { hashes: string[]; before: number }) {
  return db
    .select()
    .from(trialTombstones)
    .where(
      and(isOneOf(trialTombstones.hash, input.hashes), lt(trialTombstones.createdAt, input.before)),
    )
    .get();
}

export function insertTrialTombstone(
  db: Database,
  row: typeof trialTombstones.$inferInsert,
): Statement {
  return db.insert(trialTombstones).values(row).onConflictDoNothing();
}

/** Finds the oldest trial of a card. */
export function findTrialCard(db: Database, hashes: string[]) {
  return db
    .select()
    .from(trialCards)
    .where(isOneOf(trialCards.hash, hashes))
    .orderBy(asc(trialCards.createdAt))
    .limit(1)
    .get();
}

/** The first trial of a card keeps it. */
export function insertTrialCard(db: Database, row: typeof trialCards.$inferInsert): Statement {
  return db.insert(trialCards).values(row).onConflictDoNothing();
}
