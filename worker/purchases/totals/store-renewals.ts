import { and, eq, gte, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { upcomingRenewals } from "../../db/schema/totals.ts";
import type { ShopDay } from "./spans.ts";
import { pick } from "../../lib/pick.ts";

/** Unix milliseconds, `until` excluded, and the shop's days between them. */
export type RenewalSpan = { from: number; until: number; days: ShopDay[] };

/** What renewals of a day are expected to bring in one currency. */
export type DailyRenewals = { day: string; currency: string; amountMinor: number; count: number };

/** Only daily and weekly subscriptions renew more than once in 30 days, a daily one at most this often. */
const MAX_OCCURRENCES = 31;
const occurrences = JSON.stringify(Array.from({ length: MAX_OCCURRENCES }, (_, index) => index));

/** Subscriptions whose period ends between two times and that can be billed then. */
export const renewingSubscriptions = (mode: Mode, span: { from: number; until: number }): SQL =>
  sql`FROM subscriptions WHERE ended_at IS NULL AND current_period_end >= ${span.from}
    AND current_period_end < ${span.until} AND +mode = ${mode} AND status IN ('active', 'trialing')
    AND duplicate_of IS NULL`;

/**
 * The expected renewals between two times: `id` of the subscription, `at`, `currency` and `amountMinor` after lasting
 * discounts and without tax on top. The end of a trial is one. Subscriptions that will have ended, that are paused then
 * or whose payment is late have none.
 * @param subscriptions which of `renewingSubscriptions` to look at
 */
export function expectedRenewals(subscriptions: SQL, span: { from: number; until: number }): SQL {
  const at = sql`(s.current_period_end + CAST(later.value AS INTEGER) * CASE items.interval
    WHEN 'day' THEN 86400000 WHEN 'week' THEN 604800000 ELSE 0 END * items.interval_count)`;
  return sql`(SELECT s.id, s.current_period_end AS sortAt, ${at} AS at, items.currency, SUM(
      coalesce(CAST(round(CAST(amount_decimal AS REAL) * quantity) AS INTEGER), amount_minor * quantity)
        - discount_minor) AS amountMinor
    FROM (${subscriptions}) AS s CROSS JOIN subscription_items AS items ON items.subscription_id = s.id
      CROSS JOIN json_each(iif(items.interval IN ('day', 'week'), ${occurrences}, '[0]')) AS later
    WHERE ${at} < ${span.until} AND (s.cancel_at IS NULL OR s.cancel_at > ${at})
      AND (s.pause_behavior IS NULL OR s.pause_resumes_at <= ${at})
    GROUP BY s.id, at, items.currency)`;
}

/**
 * Adds up the expected renewals between two times by day. Reads each subscription.
 * @param ending only of subscriptions whose period ends in this part of the span
 */
export function sumRenewals(
  db: Database,
  mode: Mode,
  span: RenewalSpan,
  ending: { from: number; until: number } = span,
) {
  // A join with the days would read all of them for each renewal.
  const cases = span.days.map(({ day, until }) => `WHEN at < ${until} THEN '${day}'`);
  return db.all<DailyRenewals>(sql`
    SELECT CASE ${sql.raw(cases.join(" "))} END AS day, currency, SUM(amountMinor) AS amountMinor, count(*) AS count
    FROM ${expectedRenewals(sql`SELECT * ${renewingSubscriptions(mode, ending)}`, span)} GROUP BY day, currency ORDER BY day, currency`);
}

/** Returns what `replaceRenewals` recorded for the days since `firstDay`. */
export function listRecordedRenewals(db: Database, mode: Mode, firstDay: string) {
  return db
    .select(pick(upcomingRenewals, ["day", "currency", "amountMinor", "count"]))
    .from(upcomingRenewals)
    .where(and(eq(upcomingRenewals.mode, mode), gte(upcomingRenewals.day, firstDay)))
    .all();
}

/** Replaces everything that was recorded. */
export function replaceRenewals(db: Database, mode: Mode, days: DailyRenewals[]): Statement[] {
  return [
    db.delete(upcomingRenewals).where(eq(upcomingRenewals.mode, mode)),
    sql`INSERT INTO upcoming_renewals (mode, day, currency, amount_minor, count)
        SELECT ${mode}, value ->> 'day', value ->> 'currency', value ->> 'amountMinor', value ->> 'count'
        FROM json_each(${JSON.stringify(days)})`,
  ];
}
