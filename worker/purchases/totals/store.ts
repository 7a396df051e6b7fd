import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { dailyActivity, dailyPayments, staleDays } from "../../db/schema/totals.ts";
import type { DaySpan, TotalSpan } from "./spans.ts";

/** Marks UTC days (`YYYY-MM-DD`) as stale, so that their totals are recomputed. */
export function markDaysStale(db: Database, mode: Mode, days: string[]): Statement {
  return db
    .insert(staleDays)
    .select(sql`SELECT ${mode}, value FROM json_each(${JSON.stringify(days)}) WHERE true`)
    .onConflictDoNothing();
}

/** Returns stale UTC days, the newest first. */
export async function listStaleDays(db: Database, mode: Mode, limit: number): Promise<string[]> {
  const rows = await db
    .select({ day: staleDays.day })
    .from(staleDays)
    .where(eq(staleDays.mode, mode))
    .orderBy(desc(staleDays.day))
    .limit(limit);
  return rows.map(({ day }) => day);
}

export function countStaleDays(db: Database, mode: Mode): Promise<number> {
  return db.$count(staleDays, eq(staleDays.mode, mode));
}

/**
 * Marks every UTC day that may have a part of a day with totals, in any time zone. All totals are then recomputed, the
 * oldest last.
 */
export const markAllDaysStale = (mode: Mode): Statement => sql`
  INSERT OR IGNORE INTO stale_days (mode, day)
  SELECT ${mode}, date(day, shift.value || ' days') FROM (
    SELECT day FROM daily_payments WHERE mode = ${mode}
    UNION SELECT day FROM daily_activity WHERE mode = ${mode}
    UNION SELECT period FROM mrr_totals WHERE mode = ${mode} AND unit = 'day')
  CROSS JOIN json_each('[-1,0,1]') AS shift`;

/** One day's payments in one currency, in minor units. Refunds count on the day of the payment, even if made later. */
export type DailyPayments = Omit<typeof dailyPayments.$inferSelect, "mode">;

/** Joins rows of days in any of these spans. CROSS JOIN makes SQLite look each span up in the index. */
const inSpans = (spans: DaySpan[], table: string, mode: Mode): SQL =>
  sql`json_each(${JSON.stringify(spans)}) AS span CROSS JOIN ${sql.identifier(table)} AS totals
    ON totals.mode = ${mode} AND day >= span.value ->> 'from' AND day <= span.value ->> 'to'`;

/** Returns the totals of the days in these spans, oldest first. */
export function listDailyPayments(db: Database, mode: Mode, spans: DaySpan[]) {
  return db.all<DailyPayments>(sql`
    SELECT day, currency, gross_minor AS grossMinor, refunded_minor AS refundedMinor, count,
      failed_count AS failedCount, unsettled_minor AS unsettledMinor, fee_minor AS feeMinor,
      disputed_minor AS disputedMinor, net_minor AS netMinor, first_count AS firstCount
    FROM ${inSpans(spans, "daily_payments", mode)} ORDER BY day`);
}

/**
 * Returns all revenue in minor units and all customers who ever paid, up to a day, by currency, and the same up to an
 * earlier day. Both at once, since every day from the first payment on is read.
 */
export function sumPaymentsUntil(db: Database, mode: Mode, lastDay: string, earlierDay: string) {
  const earlier = sql`FILTER (WHERE day <= ${earlierDay})`;
  return db.all<PaymentsUntil>(sql`
    SELECT currency, SUM(gross_minor - refunded_minor) AS revenueMinor, SUM(first_count) AS customers,
      coalesce(SUM(gross_minor - refunded_minor) ${earlier}, 0) AS earlierRevenueMinor,
      coalesce(SUM(first_count) ${earlier}, 0) AS earlierCustomers
    FROM daily_payments WHERE mode = ${mode} AND day <= ${lastDay} GROUP BY currency`);
}

export type PaymentsUntil = {
  currency: string;
  revenueMinor: number;
  customers: number;
  earlierRevenueMinor: number;
  earlierCustomers: number;
};

/** What happened on a day, besides payments; see the table. */
export type DailyActivity = Omit<typeof dailyActivity.$inferSelect, "mode">;

export function listDailyActivity(db: Database, mode: Mode, spans: DaySpan[]) {
  return db.all<DailyActivity>(sql`
    SELECT day, started_count AS startedCount, ended_count AS endedCount, trial_count AS trialCount,
      converted_count AS convertedCount, lost_trial_count AS lostTrialCount, checkout_count AS checkoutCount,
      completed_count AS completedCount
    FROM ${inSpans(spans, "daily_activity", mode)} ORDER BY day`);
}

export const movementKinds = ["new", "reactivated", "expansion", "contraction", "churned"] as const;

/** How the MRR of a customer changed. */
export type MovementKind = (typeof movementKinds)[number];

/** Movements of one kind. `yearlyMilli` is in thousandths of a minor unit per year. */
export type MrrTotal = { currency: string; kind: MovementKind; yearlyMilli: number; count: number };

const inTotalSpans = (spans: TotalSpan[], table: string, mode: Mode): SQL =>
  sql`json_each(${JSON.stringify(spans)}) AS span CROSS JOIN ${sql.identifier(table)} AS totals
    ON totals.mode = ${mode} AND totals.unit = span.value ->> 'unit'
      AND totals.period >= span.value ->> 'from' AND totals.period <= span.value ->> 'to'`;

/** Returns the movements in these spans by period. */
export function listMrrTotals(db: Database, mode: Mode, spans: TotalSpan[]) {
  return db.all<MrrTotal & { period: string }>(sql`
    SELECT totals.period, currency, kind, yearly_milli AS yearlyMilli, count
    FROM ${inTotalSpans(spans, "mrr_totals", mode)}`);
}

/** Returns the movements in these spans, added up. */
export function sumMrrTotals(db: Database, mode: Mode, spans: TotalSpan[]) {
  return db.all<MrrTotal>(sql`
    SELECT currency, kind, SUM(yearly_milli) AS yearlyMilli, SUM(count) AS count
    FROM ${inTotalSpans(spans, "mrr_totals", mode)} GROUP BY currency, kind`);
}

/** Sales of one product or country; `key` is empty if it is unknown. */
export type SalesTotal = {
  key: string;
  currency: string;
  grossMinor: number;
  refundedMinor: number;
  count: number;
};

/** Returns the payments in these spans by product or by country. */
export function sumSales(
  db: Database,
  mode: Mode,
  dimension: "product" | "country",
  spans: TotalSpan[],
) {
  return db.all<SalesTotal>(sql`
    SELECT totals.key AS key, currency, SUM(gross_minor) AS grossMinor, SUM(refunded_minor) AS refundedMinor, SUM(count) AS count
    FROM json_each(${JSON.stringify(spans)}) AS span CROSS JOIN sales_totals AS totals
      ON totals.mode = ${mode} AND totals.unit = span.value ->> 'unit' AND dimension = ${dimension}
        AND totals.period >= span.value ->> 'from' AND totals.period <= span.value ->> 'to'
    GROUP BY totals.key, currency`);
}

/** Changes of a cohort (the month of the first subscription payment) in one month. */
export type CohortMonth = { cohort: string; month: string; startedCount: number; change: number };

/** Returns how the cohorts since a month (`YYYY-MM`) changed, by month. */
export function listCohortMonths(db: Database, mode: Mode, since: string) {
  return db.all<CohortMonth>(sql`
    SELECT cohort, substr(day, 1, 7) AS month, SUM(started_count) AS startedCount, SUM(change) AS change
    FROM daily_cohorts WHERE mode = ${mode} AND cohort >= ${since} GROUP BY cohort, month`);
}

/** Returns the first day with payments, started subscriptions or checkouts; null if there is none. */
export async function findFirstDay(db: Database, mode: Mode): Promise<string | null> {
  const row = await db.get<{ day: string | null }>(sql`SELECT min(day) AS day FROM (
    SELECT (SELECT min(day) FROM daily_payments WHERE mode = ${mode}) AS day
    UNION ALL SELECT min(day) FROM daily_activity WHERE mode = ${mode})`);
  return row?.day ?? null;
}
