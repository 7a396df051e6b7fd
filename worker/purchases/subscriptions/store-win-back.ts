import { and, count, eq, gt, isNull } from "drizzle-orm";
import { isOneOf, type Database, type Statement } from "../../db/client.ts";
import { winBackOffers } from "../../db/schema/billing.ts";

export type WinBackOfferRow = typeof winBackOffers.$inferSelect;

/** Records that an offer was shown, unless the subscription has had one. */
export function insertWinBackOffer(db: Database, row: Omit<WinBackOfferRow, "takenAt">): Statement {
  return db.insert(winBackOffers).values(row).onConflictDoNothing();
}

/** Marks an offer as taken, unless it is. */
export function markWinBackTaken(
  db: Database,
  input: { subscriptionId: string; now: number },
): Statement {
  return db
    .update(winBackOffers)
    .set({ takenAt: input.now })
    .where(
      and(eq(winBackOffers.subscriptionId, input.subscriptionId), isNull(winBackOffers.takenAt)),
    );
}

/** Returns the offer that a subscription has had. */
export function findWinBackOffer(db: Database, subscriptionId: string) {
  return db
    .select()
    .from(winBackOffers)
    .where(eq(winBackOffers.subscriptionId, subscriptionId))
    .get();
}

/** Returns which of these subscriptions have had an offer. */
export async function listShownWinBack(
  db: Database,
  subscriptionIds: string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ id: winBackOffers.subscriptionId })
    .from(winBackOffers)
    .where(isOneOf(winBackOffers.subscriptionId, subscriptionIds));
  return new Set(rows.map(({ id }) => id));
}

/** Counts the offers that were shown since a time, and those of them that were taken. */
export async function countWinBackOffers(
  db: Database,
  input: { mode: WinBackOfferRow["mode"]; since: number },
): Promise<{ shown: number; taken: number }> {
  const found = await db
    .select({ shown: count(), taken: count(winBackOffers.takenAt) })
    .from(winBackOffers)
    .where(and(eq(winBackOffers.mode, input.mode), gt(winBackOffers.shownAt, input.since)))
    .get();
  return found ?? { shown: 0, taken: 0 };
}
