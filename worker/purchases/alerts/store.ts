import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import {
  orders,
  paymentAlerts,
  stripeCustomers,
  subscriptionItems,
} from "../../db/schema/billing.ts";

export type AlertRow = typeof paymentAlerts.$inferSelect;

export function listAlertsOfCustomer(db: Database, customerId: string) {
  return db.select().from(paymentAlerts).where(eq(paymentAlerts.customerId, customerId));
}

export function findAlert(db: Database, mode: Mode, id: string) {
  return db.select().from(paymentAlerts).where(matches(paymentAlerts, { mode, id })).get();
}

/** Returns which of these alerts are stored. */
export function listKnownAlertIds(db: Database, mode: Mode, ids: string[]) {
  return db
    .select({ id: paymentAlerts.id })
    .from(paymentAlerts)
    .where(and(eq(paymentAlerts.mode, mode), isOneOf(paymentAlerts.id, ids)));
}

/** Inserts an alert. An alert that the team has dismissed stays closed. */
export function upsertAlert(db: Database, row: AlertRow): Statement {
  return db
    .insert(paymentAlerts)
    .values(row)
    .onConflictDoUpdate({
      target: [paymentAlerts.mode, paymentAlerts.id],
      set: {
        detail: sql`excluded.detail`,
        closedAt: sql`excluded.closed_at`,
        closedReason: sql`excluded.closed_reason`,
      },
      setWhere: isNull(paymentAlerts.closedAt),
    });
}

/** Closes an open alert. */
export function closeAlert(
  db: Database,
  mode: Mode,
  id: string,
  closing: { closedAt: number; closedReason: string },
): Statement {
  return db
    .update(paymentAlerts)
    .set(closing)
    .where(matches(paymentAlerts, { mode, id, closedAt: null }));
}

/** Sets the details of a failed refund. */
export function setAlertDetail(db: Database, mode: Mode, id: string, detail: string): Statement {
  return db.update(paymentAlerts).set({ detail }).where(matches(paymentAlerts, { mode, id }));
}

/** Returns open alerts with their users, newest first. */
export function listOpenAlerts(db: Database, mode: Mode, limit: number) {
  return db
    .select({
      alert: paymentAlerts,
      user: { id: users.id, name: users.name, email: users.email },
    })
    .from(paymentAlerts)
    .innerJoin(stripeCustomers, eq(stripeCustomers.id, paymentAlerts.customerId))
    .innerJoin(users, eq(users.id, stripeCustomers.userId))
    .where(and(eq(paymentAlerts.mode, mode), sql`closed_at IS NULL`))
    .orderBy(desc(paymentAlerts.createdAt))
    .limit(limit);
}

/** Returns the product of each of these orders and subscriptions, by their id. */
export async function mapProductsOfSources(
  db: Database,
  ids: string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.all<{ id: string; productId: string }>(sql`
    SELECT id, product_id AS productId FROM orders WHERE ${isOneOf(orders.id, ids)}
    UNION ALL SELECT subscription_id, min(product_id) FROM subscription_items
      WHERE ${isOneOf(subscriptionItems.subscriptionId, ids)} AND product_id IS NOT NULL GROUP BY subscription_id`);
  return new Map(rows.map(({ id, productId }) => [id, productId]));
}
