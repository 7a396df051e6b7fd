import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { payments } from "../../db/schema/billing.ts";

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
  page: { since: number; until: number; after: Cursor | undefined; limit: number },
) {
  const { since, until, after, limit } = page;
  return db
    .select({ payment: payments, user: { name: users.name, email: users.email } })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(
      and(
        eq(payments.mode, mode),
        gte(payments.createdAt, since),
        lt(payments.createdAt, until),
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
    row.stripeInvoiceId,
    row.invoiceNumber,
    row.stripeSubscriptionId,
    row.country,
    row.sourceType,
    row.sourceId,
    row.productId,
    row.isFirst,
  ]);
  return db
    .insert(payments)
    .select(
      sql`SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
        value ->> 8, value ->> 9, value ->> 10, value ->> 11, value ->> 12, value ->> 13, value ->> 14,
        value ->> 15, value ->> 16, value ->> 17, value ->> 18, value ->> 19, value ->> 20, value ->> 21,
        value ->> 22 FROM json_each(${JSON.stringify(values)}) WHERE true`,
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
        stripeInvoiceId: sql`excluded.stripe_invoice_id`,
        invoiceNumber: sql`excluded.invoice_number`,
        stripeSubscriptionId: sql`excluded.stripe_subscription_id`,
        country: sql`excluded.country`,
        sourceType: sql`excluded.source_type`,
        sourceId: sql`excluded.source_id`,
        productId: sql`excluded.product_id`,
        isFirst: sql`excluded.is_first`,
      },
    });
}
