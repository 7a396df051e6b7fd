import { and, desc, eq, isNull, ne, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, matches, type Database, type Statement } from "../../db/client.ts";
import { orders } from "../../db/schema/billing.ts";
import { updateFromInsert, updateFromRow } from "../../db/update-from-insert.ts";

export type OrderRow = typeof orders.$inferSelect;

/** The orders of one of a user's Stripe customers: a condition that the index of the user's orders serves. */
const isOfCustomer = ({ id, userId }: { id: string; userId: string }) =>
  matches(orders, { userId, customerId: id });

export function listOrdersOfCustomer(db: Database, customer: { id: string; userId: string }) {
  return db.select().from(orders).where(isOfCustomer(customer));
}

/** Newest first. */
export function listOrdersOfUser(db: Database, userId: string) {
  return db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt));
}

/** What a later sync leaves as it was when the order was first seen, or as others have set it since. */
const KEPT: (keyof OrderRow)[] = [
  "id",
  "userId",
  "customerId",
  "productId",
  "priceId",
  "mode",
  "stripeSessionId",
  "locale",
  "duplicateOf",
  "customerDeletedAt",
  "confirmedAt",
  "linkId",
  "referral",
  "currency",
  "createdAt",
];

/** Inserts an order, or updates the columns that come from Stripe. @param before the row as it is, if there is one */
export function upsertOrder(db: Database, row: OrderRow, before: OrderRow | undefined): Statement {
  if (before)
    return db
      .update(orders)
      .set(updateFromRow(orders, KEPT, { before, after: row }))
      .where(eq(orders.id, before.id));
  return db
    .insert(orders)
    .values(row)
    .onConflictDoUpdate({
      target: [orders.mode, orders.stripeSessionId],
      set: updateFromInsert(orders, KEPT),
    });
}

/** Assigns the user's orders of these sessions to one of their Stripe customers. */
export function adoptOrders(
  db: Database,
  input: { customerId: string; userId: string; mode: Mode; stripeSessionIds: string[] },
): Statement {
  const { customerId, userId, mode, stripeSessionIds } = input;
  return db
    .update(orders)
    .set({ customerId })
    .where(
      and(
        eq(orders.mode, mode),
        isOneOf(orders.stripeSessionId, stripeSessionIds),
        eq(orders.userId, userId),
        ne(orders.customerId, customerId),
      ),
    );
}

/** Marks the orders of a customer who was deleted at Stripe. Keeps the time of an earlier deletion. */
export function closeOrdersOfCustomer(
  db: Database,
  customer: { id: string; userId: string },
  now: number,
): Statement {
  return db
    .update(orders)
    .set({ customerDeletedAt: now })
    .where(and(isOfCustomer(customer), isNull(orders.customerDeletedAt)));
}

/** Marks an order as a second payment for what `duplicateOf` had already paid. */
export function markDuplicateOrder(db: Database, id: string, duplicateOf: string): Statement {
  return db.update(orders).set({ duplicateOf }).where(eq(orders.id, id));
}

export function listOrdersBySession(db: Database, mode: Mode, stripeSessionIds: string[]) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.mode, mode), isOneOf(orders.stripeSessionId, stripeSessionIds)));
}

export function listOrdersByPaymentIntent(db: Database, mode: Mode, paymentIntentIds: string[]) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.mode, mode), isOneOf(orders.stripePaymentIntentId, paymentIntentIds)));
}

/** Returns which payments of these users are for orders with lines. */
export async function listIntentsOfLines(db: Database, userIds: string[]): Promise<Set<string>> {
  const rows = await db.all<{ id: string | null }>(sql`SELECT stripe_payment_intent_id AS id
    FROM orders INDEXED BY orders_lines WHERE lines IS NOT NULL AND ${isOneOf(orders.userId, userIds)}`);
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

export function findOrder(db: Database, id: string, mode: Mode) {
  return db.select().from(orders).where(matches(orders, { id, mode })).get();
}
