import { and, desc, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import type { Cursor } from "../../db/page-cursor.ts";
import { payments } from "../../db/schema/billing.ts";
import { updateFromInsert } from "../../db/update-from-insert.ts";

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
      matches(payments, {
        customerId,
        stripePaymentIntentId: paymentIntentId,
        status: "succeeded",
      }),
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
 * @param changes the rows as they will be and, if there are some, as they are
 */
export function upsertPayments(
  db: Database,
  changes: { before: PaymentRow | undefined; after: PaymentRow }[],
): Statement {
  const columns = Object.keys(getTableColumns(payments)) as (keyof PaymentRow)[];
  const values = changes.map(({ after }) => columns.map((column) => after[column]));
  const selected = sql.join(
    columns.map((_, at) => sql.raw(`value ->> ${at}`)),
    sql`, `,
  );
  return db
    .insert(payments)
    .select(sql`SELECT ${selected} FROM json_each(${JSON.stringify(values)}) WHERE true`)
    .onConflictDoUpdate({
      target: [payments.mode, payments.stripeChargeId],
      set: updateFromInsert(
        payments,
        ["mode", "stripeChargeId", "currency", "stripePaymentIntentId", "createdAt"],
        changes,
      ),
    });
}

/** Moves the payments of a user's Stripe customers to another user, before these customers move. */
export function movePayments(db: Database, fromId: string, intoId: string): Statement[] {
  return [
    db
      .update(payments)
      .set({ userId: intoId })
      .where(sql`${payments.customerId} IN (SELECT id FROM customers WHERE user_id = ${fromId})`),
  ];
}
