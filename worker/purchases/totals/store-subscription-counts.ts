import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database, type Statement } from "../../db/client.ts";
import { dailySubscriptions } from "../../db/schema/totals.ts";
import type { DaySpan } from "./spans.ts";

/** Subscription counts of one currency. */
export type SubscriptionCounts = Omit<typeof dailySubscriptions.$inferSelect, "mode" | "day">;

const countColumns = {
  currency: dailySubscriptions.currency,
  activeCount: dailySubscriptions.activeCount,
  trialingCount: dailySubscriptions.trialingCount,
};

/** False once a paused subscription's paid time is over: it pays nothing, although its status is still live. */
const isNotPaused = (now: number) =>
  sql`(subscriptions.paused_from IS NULL OR subscriptions.paused_from > ${now})`;

/** Counts live subscriptions by currency and status. */
export function countLiveSubscriptions(db: Database, mode: Mode, now: number) {
  return db.all<{ currency: string; status: string; count: number }>(sql`
    SELECT currency, status, count(*) AS count FROM subscriptions
    WHERE mode = ${mode} AND status IN ('active', 'past_due', 'trialing') AND currency IS NOT NULL AND ${isNotPaused(now)}
    GROUP BY currency, status ORDER BY currency`);
}

export function listSubscriptionCountsOfDay(
  db: Database,
  mode: Mode,
  day: string,
): Promise<SubscriptionCounts[]> {
  return db
    .select(countColumns)
    .from(dailySubscriptions)
    .where(matches(dailySubscriptions, { mode, day }))
    .orderBy(dailySubscriptions.currency)
    .all();
}

/** Returns the latest counts in each of these spans of days; a span without any is left out. */
export function listLatestSubscriptionCounts(db: Database, mode: Mode, spans: DaySpan[]) {
  return db.all<SubscriptionCounts & { day: string }>(sql`
    SELECT snapshot.day, currency, active_count AS activeCount, trialing_count AS trialingCount
    FROM json_each(${JSON.stringify(spans)}) AS span CROSS JOIN daily_subscriptions AS snapshot
      ON snapshot.mode = ${mode} AND snapshot.day = (SELECT day FROM daily_subscriptions
        WHERE mode = ${mode} AND day >= span.value ->> 'from' AND day <= span.value ->> 'to' ORDER BY day DESC LIMIT 1)`);
}

/** Replaces the counts of a day. */
export function replaceSubscriptionCounts(
  db: Database,
  mode: Mode,
  day: string,
  counts: SubscriptionCounts[],
): Statement[] {
  return [
    db.delete(dailySubscriptions).where(matches(dailySubscriptions, { mode, day })),
    ...counts.map((row) => db.insert(dailySubscriptions).values({ mode, day, ...row })),
  ];
}
