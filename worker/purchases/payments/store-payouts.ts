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

/** Returns the payouts between two times (unix milliseconds, `until` excluded), but those that failed. */
export function listPayoutsByTime(
  db: Database,
  mode: Mode,
  { since, until }: { since: number; until: number },
) {
  return db.all<{ at: number; currency: string; amountMinor: number }>(sql`
    SELECT created_at AS at, currency, amount_minor AS amountMinor FROM payouts
    WHERE mode = ${mode} AND created_at >= ${since} AND created_at < ${until} AND status NOT IN ('failed', 'canceled')`);
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
