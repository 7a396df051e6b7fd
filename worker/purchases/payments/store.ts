import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { payments } from "../../db/schema/billing.ts";
import { dailyPayments, staleDays } from "../../db/schema/totals.ts";

export type PaymentRow = typeof payments.$inferSelect;

export function listPaymentsOfCustomer(db: Database, customerId: string) {
  return db.select().from(payments).where(eq(payments.customerId, customerId));
}

export function listPaymentsByCharge(db: Database, mode: Mode, stripeChargeIds: string[]) {
  return db
    .select()
    .from(payments)
    .where(
      sql`${payments.mode} = ${mode} AND ${isOneOf(payments.stripeChargeId, stripeChargeIds)}`,
    );
}

/** Returns a customer's successful payment by its payment intent. */
export function findPaymentByIntent(db: Database, customerId: string, paymentIntentId: string) {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.customerId, customerId),
        eq(payments.stripePaymentIntentId, paymentIntentId),
        eq(payments.status, "succeeded"),
      ),
    )
    .get();
}

/**
 * Returns a page of payments with their users, newest first.
 * @param page.after position of the last row of the previous page
 */
export function listPaymentsByTime(
  db: Database,
  mode: Mode,
  page: { since: number; after: Cursor | undefined; limit: number },
) {
  const { since, after, limit } = page;
  return db
    .select({ payment: payments, user: { name: users.name, email: users.email } })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(
      and(
        eq(payments.mode, mode),
        gte(payments.createdAt, since),
        after &&
          sql`(${payments.createdAt}, ${payments.stripeChargeId}) < (${after.value}, ${after.id})`,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.stripeChargeId))
    .limit(limit);
}

/**
 * Inserts payments, or updates the columns that come from Stripe. Uses a single statement for any number of rows, since
 * a rebuild writes years of payments in one batch.
 */
export function upsertPayments(db: Database, rows: PaymentRow[]): Statement {
  // Must match the order of the table's columns.
  const values = rows.map((row) => [
    row.mode,
    row.stripeChargeId,
    row.userId,
    row.customerId,
    row.status,
    row.amountMinor,
    row.refundedMinor,
    row.currency,
    row.failureCode,
    row.stripePaymentIntentId,
    row.createdAt,
    row.settlementCurrency,
    row.feeMinor,
    row.disputedMinor,
    row.netMinor,
  ]);
  return db
    .insert(payments)
    .select(
      sql`SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14 FROM json_each(${JSON.stringify(values)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: [payments.mode, payments.stripeChargeId],
      set: {
        userId: sql`excluded.user_id`,
        customerId: sql`excluded.customer_id`,
        status: sql`excluded.status`,
        amountMinor: sql`excluded.amount_minor`,
        refundedMinor: sql`excluded.refunded_minor`,
        failureCode: sql`excluded.failure_code`,
        settlementCurrency: sql`excluded.settlement_currency`,
        feeMinor: sql`excluded.fee_minor`,
        disputedMinor: sql`excluded.disputed_minor`,
        netMinor: sql`excluded.net_minor`,
      },
    });
}

/** Marks days as stale, so that their totals are recomputed. */
export function markDaysStale(db: Database, mode: Mode, days: string[]): Statement {
  return db
    .insert(staleDays)
    .select(sql`SELECT ${mode}, value FROM json_each(${JSON.stringify(days)}) WHERE true`)
    .onConflictDoNothing();
}

export async function listStaleDays(db: Database, mode: Mode, limit: number): Promise<string[]> {
  const rows = await db
    .select({ day: staleDays.day })
    .from(staleDays)
    .where(eq(staleDays.mode, mode))
    .limit(limit);
  return rows.map(({ day }) => day);
}

/**
 * Recomputes the totals of these days in one batch: deletes the old totals, inserts the new ones and clears the stale
 * marks. A payment written concurrently is in its own batch, before or after, and marks its day as stale again.
 */
export function recomputeDailyTotals(db: Database, mode: Mode, days: string[]): Statement[] {
  const isInDays = sql`mode = ${mode} AND day IN (SELECT value FROM json_each(${JSON.stringify(days)}))`;
  return [
    db.delete(dailyPayments).where(isInDays),
    // CROSS JOIN makes SQLite loop over the days and look up each one in the index of payments by time.
    db.insert(dailyPayments).select(
      sql`WITH settled AS (SELECT days.value AS day, payments.*
        FROM json_each(${JSON.stringify(days)}) AS days CROSS JOIN payments
          ON payments.mode = ${mode} AND created_at >= unixepoch(days.value) * 1000
            AND created_at < (unixepoch(days.value) + 86400) * 1000)
        SELECT ${mode}, day, currency, SUM(gross), SUM(refunded), SUM(succeeded), SUM(failed), SUM(unsettled),
          SUM(fee), SUM(disputed), SUM(net)
        FROM (
          SELECT day, currency, CASE status WHEN 'succeeded' THEN amount_minor ELSE 0 END AS gross,
            refunded_minor AS refunded, status = 'succeeded' AS succeeded, status = 'failed' AS failed,
            CASE WHEN status = 'succeeded' AND net_minor IS NULL THEN amount_minor ELSE 0 END AS unsettled,
            0 AS fee, 0 AS disputed, 0 AS net
          FROM settled
          UNION ALL SELECT day, settlement_currency, 0, 0, 0, 0, 0, fee_minor, disputed_minor, net_minor
          FROM settled WHERE settlement_currency IS NOT NULL)
        GROUP BY day, currency`,
    ),
    db.delete(staleDays).where(isInDays),
  ];
}

/** Returns the totals from `firstDay` on, sorted by day. */
export function listDailyPayments(db: Database, mode: Mode, firstDay: string) {
  return db
    .select({
      day: dailyPayments.day,
      currency: dailyPayments.currency,
      grossMinor: dailyPayments.grossMinor,
      refundedMinor: dailyPayments.refundedMinor,
      count: dailyPayments.count,
      failedCount: dailyPayments.failedCount,
      unsettledMinor: dailyPayments.unsettledMinor,
      feeMinor: dailyPayments.feeMinor,
      disputedMinor: dailyPayments.disputedMinor,
      netMinor: dailyPayments.netMinor,
    })
    .from(dailyPayments)
    .where(sql`${dailyPayments.mode} = ${mode} AND ${dailyPayments.day} >= ${firstDay}`)
    .orderBy(dailyPayments.day);
}
