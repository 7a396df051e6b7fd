import { and, asc, desc, eq, isNull, ne, or, sql, type AnyColumn, type SQL } from "drizzle-orm";
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

/** Inserts an order, or updates the columns that come from Stripe. */
export function upsertOrder(db: Database, row: OrderRow) {
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
        consentedAt: sql`excluded.consented_at`,
        consentText: sql`excluded.consent_text`,
      },
    });
}

/** Assigns the user's orders of these sessions to one of their Stripe customers. */
export function adoptOrders(
  db: Database,
  input: { customerId: string; userId: string; mode: Mode; stripeSessionIds: string[] },
) {
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
export function closeOrdersOfCustomer(db: Database, customerId: string, now: number) {
  return db
    .update(orders)
    .set({ customerDeletedAt: now })
    .where(and(eq(orders.customerId, customerId), isNull(orders.customerDeletedAt)));
}

/** Marks an order as a second payment for what `duplicateOf` had already paid. */
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

/** Filters for a list of orders. */
export type OrderFilter = {
  status?: OrderRow["status"] | undefined;
  productId?: string | undefined;
  /** Orders of these users, or the order with this id: our id, the session's or the payment intent's. */
  match?: { userIds: string[]; exactId: string } | undefined;
};

/**
 * Returns a page of orders with user and product, sorted by time. One index must serve both the sort order and the most
 * selective filter. A unary `+` keeps SQLite from using the index of a filter that matches most rows (status `paid`, a
 * single product).
 * @param page.after position of the last row of the previous page
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
      user: { id: users.id, name: users.name, email: users.email },
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

/** Compares a column with a value, with or without letting SQLite use an index. */
function equals(column: AnyColumn, value: string, byIndex: boolean): SQL {
  return byIndex ? eq(column, value) : sql`+${column} = ${value}`;
}
