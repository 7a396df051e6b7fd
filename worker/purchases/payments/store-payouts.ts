import { desc, eq, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { payouts } from "../../db/schema/billing.ts";

export type PayoutRow = typeof payouts.$inferSelect;

/** Inserts payouts, or updates their status. */
export function upsertPayouts(db: Database, rows: PayoutRow[]): Statement[] {
  return rows.map((row) =>
    db
      .insert(payouts)
      .values(row)
      .onConflictDoUpdate({
        target: [payouts.mode, payouts.stripePayoutId],
        set: { status: sql`excluded.status`, arrivesAt: sql`excluded.arrives_at` },
      }),
  );
}

/** What was paid out on a day (UTC, `YYYY-MM-DD`) in one currency, in minor units. */
export type DailyPayout = { day: string; currency: string; amountMinor: number };

/**
 * Returns what was paid out from `firstDay` to `lastDay`, by day and currency. Payouts that failed don't count. Stripe
 * makes one a day at most.
 */
export function listDailyPayouts(db: Database, mode: Mode, firstDay: string, lastDay: string) {
  return db.all<DailyPayout>(sql`
    SELECT date(created_at / 1000, 'unixepoch') AS day, currency, SUM(amount_minor) AS amountMinor FROM payouts
    WHERE mode = ${mode} AND created_at >= unixepoch(${firstDay}) * 1000
      AND created_at < (unixepoch(${lastDay}) + 86400) * 1000 AND status NOT IN ('failed', 'canceled')
    GROUP BY day, currency`);
}

/** Returns the newest payouts. */
export function listLatestPayouts(db: Database, mode: Mode, limit: number) {
  return db
    .select()
    .from(payouts)
    .where(eq(payouts.mode, mode))
    .orderBy(desc(payouts.createdAt))
    .limit(limit);
}
