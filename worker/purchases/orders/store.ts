import { and, asc, desc, eq, isNull, or, sql, type AnyColumn, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { orders } from "../../db/schema/billing.ts";
import { products } from "../../db/schema/catalog.ts";
import type { Cursor } from "../../db/page-cursor.ts";

export type OrderRow = typeof orders.$inferSelect;

export function listOrdersOfCustomer(db: Database, customerId: string) {
  return db.select().from(orders).where(eq(orders.customerId, customerId));
}

/** Newest first. */
export function listOrdersOfUser(db: Database, userId: string) {
  return db.select().from(orders).where(eq(orders.userId, userId)).orderBy(desc(orders.createdAt));
}

/** Inserts, or rewrites what Stripe decides of an order that is there. */
export function putOrder(db: Database, row: OrderRow) {
  return db
    .insert(orders)
    .values(row)
    .onConflictDoUpdate({
      target: [orders.mode, orders.stripeSessionId],
      set: {
        status: sql`excluded.status`,
        stripePaymentIntentId: sql`excluded.stripe_payment_intent_id`,
        totalMinor: sql`excluded.total_minor`,
        taxMinor: sql`excluded.tax_minor`,
        discountMinor: sql`excluded.discount_minor`,
        refundedMinor: sql`excluded.refunded_minor`,
        disputeStatus: sql`excluded.dispute_status`,
        quantity: sql`excluded.quantity`,
        paidAt: sql`excluded.paid_at`,
        refundedAt: sql`excluded.refunded_at`,
        disputedAt: sql`excluded.disputed_at`,
      },
    });
}

/** The customer was deleted at Stripe; an earlier deletion's time stays. */
export function closeOrdersOfCustomer(db: Database, customerId: string, now: number) {
  return db
    .update(orders)
    .set({ customerDeletedAt: now })
    .where(and(eq(orders.customerId, customerId), isNull(orders.customerDeletedAt)));
}

/** Says that an order was a second payment for what `duplicateOf` had paid. */
export function markDuplicateOrder(db: Database, id: string, duplicateOf: string) {
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

export function findOrder(db: Database, id: string, mode: Mode) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.mode, mode)))
    .get();
}

/** What a list of orders is narrowed to. */
export type OrderFilter = {
  status?: OrderRow["status"] | undefined;
  productId?: string | undefined;
  /** Orders of these people, or the one of this id: ours, the session's or the payment's. */
  match?: { userIds: string[]; exactId: string } | undefined;
};

/**
 * A page of orders with buyer and product, by time. One index serves the order and the narrowest filter; a plus keeps
 * SQLite from taking another, since what is most common (paid, one product) narrows nothing.
 * @param page.after where the page before ended
 */
export function listOrdersByTime(
  db: Database,
  mode: Mode,
  { status, productId, match }: OrderFilter,
  page: { oldestFirst: boolean; after: Cursor | undefined; limit: number },
) {
  const { oldestFirst, after, limit } = page;
  const direction = oldestFirst ? asc : desc;
  const byStatus = status !== undefined && !(status === "paid" && productId !== undefined);
  const isOfMode = match ? sql`+${orders.mode} = ${mode}` : eq(orders.mode, mode);
  const position = sql`(${orders.createdAt}, ${orders.id})`;
  return db
    .select({
      order: orders,
      buyer: { id: users.id, name: users.name, email: users.email },
      product: { id: products.id, name: products.name },
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(products, eq(products.id, orders.productId))
    .where(
      and(
        isOfMode,
        match && isMatch(mode, match),
        status === undefined ? undefined : equals(orders.status, status, byStatus && !match),
        productId === undefined
          ? undefined
          : equals(orders.productId, productId, !byStatus && !match),
        after &&
          (oldestFirst
            ? sql`${position} > (${after.value}, ${after.id})`
            : sql`${position} < (${after.value}, ${after.id})`),
      ),
    )
    .orderBy(direction(orders.createdAt), direction(orders.id))
    .limit(limit);
}

function isMatch(mode: Mode, { userIds, exactId }: { userIds: string[]; exactId: string }) {
  return or(
    isOneOf(orders.userId, userIds),
    eq(orders.id, exactId),
    and(eq(orders.mode, mode), eq(orders.stripeSessionId, exactId)),
    and(eq(orders.mode, mode), eq(orders.stripePaymentIntentId, exactId)),
  );
}

/** A comparison that SQLite may use an index for, or not. */
function equals(column: AnyColumn, value: string, byIndex: boolean): SQL {
  return byIndex ? eq(column, value) : sql`+${column} = ${value}`;
}
