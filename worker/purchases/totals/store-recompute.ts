import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Statement } from "../../db/client.ts";
import type { packedTotals } from "../../db/schema/totals.ts";
import type { ShopDay } from "./spans.ts";

/** What the packed payments of one of the shop's days add up to, as in `packed_totals`. */
export type PackedTotal = Omit<typeof packedTotals.$inferSelect, "mode">;

/** Whether a time in unix milliseconds is on `days.value`. */
const isOnDay = (column: SQL) => sql`${column} >= days.since AND ${column} < days.until`;

/**
 * Recomputes totals in one batch: deletes the old ones, inserts the new ones and clears the stale marks. What is written
 * concurrently is in its own batch, before or after, and marks its day as stale again.
 * @param input.marks stale UTC days
 * @param input.days the shop's days that have a part of them
 * @param input.packed what the packed payments of the days add up to; null if the days are in UTC, as `packed_totals`
 */
export function recomputeDailyTotals(
  mode: Mode,
  { marks, days, packed }: { marks: string[]; days: ShopDay[]; packed: PackedTotal[] | null },
): Statement[] {
  const list = sql`(SELECT value ->> 'day' AS value, value ->> 'since' AS since, value ->> 'until' AS until
    FROM json_each(${JSON.stringify(days)}))`;
  const isInDays = sql`mode = ${mode} AND day IN (SELECT value FROM ${list})`;
  const inPacks = packed === null ? packedOfDays(mode, list) : packedOf(packed);
  return [
    sql`DELETE FROM daily_payments WHERE ${isInDays}`,
    insertDailyPayments(mode, list, inPacks),
    ...deleteTotals(sql`DELETE FROM sales_totals`, mode, list, IS_BREAKDOWN),
    insertSalesOfDays(mode, list, inPacks),
    insertSalesOfMonths(mode, list),
    sql`DELETE FROM daily_activity WHERE ${isInDays}`,
    insertDailyActivity(mode, list),
    ...deleteTotals(sql`DELETE FROM mrr_totals`, mode, list),
    insertMrrOfDays(mode, list),
    insertMrrOfMonths(mode, list),
    sql`DELETE FROM daily_cohorts WHERE ${isInDays}`,
    insertDailyCohorts(mode, list),
    sql`DELETE FROM stale_days WHERE mode = ${mode}
      AND day IN (SELECT value FROM json_each(${JSON.stringify(marks)}))`,
  ];
}

const monthsOf = (list: SQL) => sql`(SELECT DISTINCT substr(value, 1, 7) AS value FROM ${list})`;

const IS_BREAKDOWN = sql`AND dimension IN ('product', 'country')`;

/** Deletes the totals of the days and of their months. Two statements, since with OR SQLite would read every row. */
function deleteTotals(deletion: SQL, mode: Mode, list: SQL, dimension = sql.raw("")): SQL[] {
  const from = sql`${deletion} WHERE mode = ${mode}`;
  return [
    sql`${from} AND unit = 'day' ${dimension} AND period IN (SELECT value FROM ${list})`,
    sql`${from} AND unit = 'month' ${dimension} AND period IN (SELECT value FROM ${monthsOf(list)})`,
  ];
}

/** CROSS JOIN makes SQLite loop over the days and look up each one in the index of payments by time. */
const paymentsOfDays = (mode: Mode, list: SQL) => sql`(SELECT days.value AS day, payments.*
  FROM ${list} AS days CROSS JOIN payments ON payments.mode = ${mode} AND ${isOnDay(sql`created_at`)})`;

/** The totals of those payments of the days that are packed. Of a payment that left its pack, zeros stay. */
const packedOfDays = (mode: Mode, list: SQL) => sql`(SELECT packed_totals.*
  FROM ${list} AS days CROSS JOIN packed_totals ON packed_totals.mode = ${mode} AND day = days.value
    AND (count <> 0 OR fee_minor <> 0 OR net_minor <> 0))`;

const packedOf = (
  totals: PackedTotal[],
) => sql`(SELECT value ->> 'day' AS day, value ->> 'dimension' AS dimension,
    value ->> 'key' AS key, value ->> 'currency' AS currency, value ->> 'grossMinor' AS gross_minor,
    value ->> 'count' AS count, value ->> 'firstCount' AS first_count, value ->> 'feeMinor' AS fee_minor,
    value ->> 'netMinor' AS net_minor FROM json_each(${JSON.stringify(totals)}))`;

function insertDailyPayments(mode: Mode, list: SQL, packed: SQL): SQL {
  return sql`INSERT INTO daily_payments (mode, day, currency, gross_minor, refunded_minor, count, failed_count,
      unsettled_minor, fee_minor, disputed_minor, net_minor, first_count)
    WITH settled AS ${paymentsOfDays(mode, list)}
    SELECT ${mode}, day, currency, SUM(gross), SUM(refunded), SUM(succeeded), SUM(failed), SUM(unsettled),
      SUM(fee), SUM(disputed), SUM(net), SUM(first)
    FROM (
      SELECT day, currency, CASE status WHEN 'succeeded' THEN amount_minor ELSE 0 END AS gross,
        refunded_minor AS refunded, status = 'succeeded' AS succeeded, status = 'failed' AS failed,
        CASE WHEN status = 'succeeded' AND net_minor IS NULL THEN amount_minor ELSE 0 END AS unsettled,
        0 AS fee, 0 AS disputed, 0 AS net, is_first AS first
      FROM settled
      UNION ALL SELECT day, settlement_currency, 0, 0, 0, 0, 0, fee_minor, disputed_minor, net_minor, 0
      FROM settled WHERE settlement_currency IS NOT NULL
      UNION ALL SELECT day, currency, gross_minor, 0, count, 0, 0, fee_minor, 0, net_minor, first_count
      FROM ${packed} WHERE dimension = 'all')
    GROUP BY day, currency`;
}

function insertSalesOfDays(mode: Mode, list: SQL, packed: SQL): SQL {
  return sql`INSERT INTO sales_totals (mode, unit, dimension, period, key, currency, gross_minor, refunded_minor, count)
    SELECT ${mode}, 'day', dimension, day, key, currency, SUM(gross), SUM(refunded), SUM(count)
    FROM (
      SELECT dimensions.value AS dimension, day,
        coalesce(iif(dimensions.value = 'product', product_id, country), '') AS key, currency,
        amount_minor AS gross, refunded_minor AS refunded, 1 AS count
      FROM ${paymentsOfDays(mode, list)} AS paid CROSS JOIN json_each('["product","country"]') AS dimensions
      WHERE status = 'succeeded'
      UNION ALL SELECT 'product', day, key, currency, gross, refunded, count FROM (${linesOfPayments(mode, list)})
      UNION ALL SELECT dimension, day, key, currency, gross_minor, 0, count
      FROM ${packed} WHERE dimension <> 'all')
    GROUP BY dimension, day, key, currency`;
}

/**
 * What a payment for several products brought of each: what the lines after the first cost is taken from the product that
 * the payment names, and added to theirs. The index has no row of a user who has only bought single products.
 */
const linesOfPayments = (
  mode: Mode,
  list: SQL,
) => sql`SELECT day, iif(sides.value = 1, line.value ->> 'productId', coalesce(paid.product_id, '')) AS key,
    paid.currency AS currency, sides.value * (line.value ->> 'totalMinor') AS gross,
    iif(line.value ->> 'refundedAt' IS NULL, 0, sides.value * (line.value ->> 'totalMinor')) AS refunded,
    iif(sides.value = 1, 1, 0) AS count
  FROM ${paymentsOfDays(mode, list)} AS paid
    CROSS JOIN orders INDEXED BY orders_lines ON orders.user_id = paid.user_id AND orders.lines IS NOT NULL
      AND orders.mode = paid.mode AND orders.stripe_payment_intent_id = paid.stripe_payment_intent_id
    CROSS JOIN json_each(orders.lines) AS line CROSS JOIN json_each('[1,-1]') AS sides
  WHERE paid.status = 'succeeded' AND line.value ->> 'productId' IS NOT paid.product_id`;

function insertSalesOfMonths(mode: Mode, list: SQL): SQL {
  return sql`INSERT INTO sales_totals (mode, unit, dimension, period, key, currency, gross_minor, refunded_minor, count)
    SELECT ${mode}, 'month', dimension, months.value, key, currency, SUM(gross_minor), SUM(refunded_minor), SUM(count)
    FROM ${monthsOf(list)} AS months CROSS JOIN sales_totals AS days ON days.mode = ${mode} AND days.unit = 'day'
      AND days.dimension IN ('product', 'country') AND days.period >= months.value AND days.period <= months.value || '-31'
    GROUP BY dimension, months.value, key, currency`;
}

/**
 * A checkout counts on the day when it was opened, also if it was completed later. A day without anything has no row: in
 * most time zones, a stale UTC day has parts of two days.
 */
function insertDailyActivity(mode: Mode, list: SQL): SQL {
  const subscriptions = (time: string, condition: SQL) =>
    sql`(SELECT count(*) FROM subscriptions WHERE mode = ${mode} AND ${isOnDay(sql.raw(time))}
      AND ${condition})`;
  const checkouts = (condition: SQL) =>
    sql`(SELECT count(*) FROM checkouts WHERE mode = ${mode} AND ${isOnDay(sql`created_at`)} AND ${condition})`;
  return sql`INSERT INTO daily_activity (mode, day, started_count, ended_count, trial_count, converted_count,
      lost_trial_count, checkout_count, completed_count)
    SELECT * FROM (SELECT ${mode}, days.value, ${subscriptions("created_at", hasStarted)} AS started,
        ${subscriptions("ended_at", hasStarted)} AS ended, ${subscriptions("created_at", isTrial)},
        ${subscriptions("trial_end", hasConverted)} AS converted, ${subscriptions("ended_at", isLostTrial)},
        ${checkouts(sql`true`)} AS opened, ${checkouts(sql`status = 'complete'`)}
      FROM ${list} AS days)
    WHERE started > 0 OR ended > 0 OR converted > 0 OR opened > 0`;
}

/** A subscription without a first payment has not started. A duplicate is undone, so it doesn't count. */
export const hasStarted = sql`status NOT IN ('incomplete', 'incomplete_expired') AND duplicate_of IS NULL`;

/** A trial that was refused ended as soon as it had started. */
export const isTrial = sql`${hasStarted} AND trial_start IS NOT NULL AND trial_refused IS NULL`;

/** The trial is over, and the subscription went on. */
export const hasConverted = sql`${isTrial} AND status NOT IN ('trialing', 'paused')
  AND (ended_at IS NULL OR ended_at > trial_end)`;

/** The subscription ended with its trial or before. */
export const isLostTrial = sql`${isTrial} AND ended_at <= trial_end`;

function insertMrrOfDays(mode: Mode, list: SQL): SQL {
  return sql`INSERT INTO mrr_totals (mode, unit, period, currency, kind, yearly_milli, count)
    SELECT ${mode}, 'day', days.value, currency, kind, SUM(yearly_milli), count(*)
    FROM ${list} AS days CROSS JOIN mrr_movements ON mode = ${mode} AND day = days.value
    GROUP BY days.value, currency, kind`;
}

function insertMrrOfMonths(mode: Mode, list: SQL): SQL {
  return sql`INSERT INTO mrr_totals (mode, unit, period, currency, kind, yearly_milli, count)
    SELECT ${mode}, 'month', months.value, currency, kind, SUM(yearly_milli), SUM(count)
    FROM ${monthsOf(list)} AS months CROSS JOIN mrr_totals AS days ON days.mode = ${mode} AND days.unit = 'day'
      AND days.period >= months.value AND days.period <= months.value || '-31'
    GROUP BY months.value, currency, kind`;
}

function insertDailyCohorts(mode: Mode, list: SQL): SQL {
  return sql`INSERT INTO daily_cohorts (mode, day, cohort, started_count, change)
    SELECT ${mode}, days.value, cohort, SUM(kind = 'new' AND subscriber_change = 1), SUM(subscriber_change)
    FROM ${list} AS days CROSS JOIN mrr_movements ON mode = ${mode} AND day = days.value
    GROUP BY days.value, cohort`;
}
