import { and, desc, eq, getTableColumns, gte, lt, sql, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
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

export function listPaymentsOfCustomers(db: Database, customerIds: string[]) {
  return db.select().from(payments).where(isOneOf(payments.customerId, customerIds));
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

const columnsOfPayments = Object.entries(getTableColumns(payments)) as [
  keyof PaymentRow,
  SQLiteColumn,
][];

/** Returns payments as a table that a query can read. */
export function toTable(rows: PaymentRow[]): SQL {
  const values = rows.map((row) => columnsOfPayments.map(([name]) => row[name]));
  const selected = columnsOfPayments.map(([, { name }], at) =>
    sql.raw(`value ->> ${at} AS ${name}`),
  );
  return sql`(SELECT ${sql.join(selected, sql`, `)} FROM json_each(${JSON.stringify(values)}))`;
}

/**
 * Returns rows of `payments` together with other payments, as a table that a query can read.
 * @param from selects the rows: `FROM payments WHERE …`
 */
export function unionWith(from: SQL, others: PaymentRow[]): SQL {
  if (others.length === 0) return sql`(SELECT * ${from})`;
  // By name: in the database, columns stand in the order in which they were added.
  const names = sql.raw(columnsOfPayments.map(([, { name }]) => name).join(", "));
  return sql`(SELECT ${names} FROM (SELECT * ${from}) UNION ALL SELECT ${names} FROM ${toTable(others)})`;
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
  return db
    .insert(payments)
    .select(sql`SELECT * FROM ${toTable(changes.map(({ after }) => after))} WHERE true`)
    .onConflictDoUpdate({
      target: [payments.mode, payments.stripeChargeId],
      set: updateFromInsert(
        payments,
        ["mode", "stripeChargeId", "currency", "stripePaymentIntentId", "createdAt"],
        changes,
      ),
    });
}

/** Returns the oldest payments after a position, oldest first. */
export function listOldPayments(
  db: Database,
  mode: Mode,
  page: { before: number; after: Cursor; limit: number },
) {
  const { before, after, limit } = page;
  return db
    .select()
    .from(payments)
    .where(
      sql`${payments.mode} = ${mode} AND ${payments.createdAt} < ${before}
        AND (${payments.createdAt}, ${payments.stripeChargeId}) > (${after.value}, ${after.id})`,
    )
    .orderBy(payments.createdAt, payments.stripeChargeId)
    .limit(limit);
}

/** Returns when the payment was made that has only `newer` newer ones; null if there are fewer. */
export async function findTimeOfNewest(
  db: Database,
  mode: Mode,
  newer: number,
): Promise<number | null> {
  const [row] = await db
    .select({ at: payments.createdAt })
    .from(payments)
    .where(eq(payments.mode, mode))
    .orderBy(desc(payments.createdAt))
    .limit(1)
    .offset(newer);
  return row?.at ?? null;
}

export function deletePayments(db: Database, mode: Mode, stripeChargeIds: string[]): Statement {
  return db
    .delete(payments)
    .where(
      sql`${payments.mode} = ${mode} AND ${isOneOf(payments.stripeChargeId, stripeChargeIds)}`,
    );
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
