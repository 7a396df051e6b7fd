import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { matches, type Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { checkouts, orders, stripeCustomers, subscriptions } from "../../db/schema/billing.ts";
import { prices, products } from "../../db/schema/catalog.ts";
import { customerNotes } from "../../db/schema/customer-notes.ts";
import { listPackedOfUser } from "../../purchases/payments/store-packs.ts";
import { unionWith } from "../../purchases/payments/store.ts";
import { pick } from "../../lib/pick.ts";

/** Limits the lists that grow without bound. */
const ROW_LIMIT = 50;

/** The Stripe customers of a user, for tables that are indexed by Stripe customer. */
const customersOf = (db: Database, userId: string, mode: Mode) =>
  db
    .select({ id: stripeCustomers.id })
    .from(stripeCustomers)
    .where(matches(stripeCustomers, { userId, mode }));

/** Selects a user's newest checkouts, newest first, with what was to be bought and the purchase that each led to. */
export function selectCheckouts(db: Database, userId: string, mode: Mode) {
  return db
    .select({
      ...pick(checkouts, ["id", "productId", "quantity", "trialDays", "status"]),
      ...pick(checkouts, ["stripeSessionId", "stripeSubscriptionId", "createdAt", "expiresAt"]),
      ...pick(prices, ["amountMinor", "currency", "interval", "intervalCount"]),
      productName: products.name,
      orderId: sql<string | null>`${orders.id}`.as("order_id"),
      orderStatus: sql<string | null>`${orders.status}`.as("order_status"),
      orderTotalMinor: orders.totalMinor,
      subscriptionId: sql<string | null>`${subscriptions.id}`.as("subscription_id"),
      trialRefused: subscriptions.trialRefused,
    })
    .from(checkouts)
    .innerJoin(products, eq(products.id, checkouts.productId))
    .innerJoin(prices, eq(prices.id, checkouts.priceId))
    .leftJoin(
      orders,
      and(eq(orders.mode, checkouts.mode), eq(orders.stripeSessionId, checkouts.stripeSessionId)),
    )
    .leftJoin(
      subscriptions,
      and(
        eq(subscriptions.mode, checkouts.mode),
        eq(subscriptions.stripeSubscriptionId, checkouts.stripeSubscriptionId),
      ),
    )
    .where(inArray(checkouts.customerId, customersOf(db, userId, mode)))
    .orderBy(desc(checkouts.createdAt))
    .limit(ROW_LIMIT);
}

export type CheckoutFactsRow = Awaited<ReturnType<typeof selectCheckouts>>[number];

/**
 * Selects what a user paid, by currency: what was charged and refunded, and in the currency of the balance what Stripe
 * and disputes took, and what is left. Never adds currencies together.
 */
export async function selectPaymentSums(db: Database, userId: string, mode: Mode) {
  const packed = (await listPackedOfUser(db, userId)).filter((payment) => payment.mode === mode);
  const rows = sql`FROM payments WHERE customer_id IN
    (SELECT id FROM customers WHERE user_id = ${userId} AND mode = ${mode})`;
  const own = sql`FROM ${unionWith(rows, packed)} WHERE status = 'succeeded'`;
  return db.all<{
    currency: string;
    count: number;
    grossMinor: number;
    refundedMinor: number;
    feeMinor: number;
    disputedMinor: number;
    netMinor: number;
  }>(sql`
    SELECT currency, SUM(count) AS count, SUM(gross) AS grossMinor, SUM(refunded) AS refundedMinor,
      SUM(fee) AS feeMinor, SUM(disputed) AS disputedMinor, SUM(net) AS netMinor
    FROM (
      SELECT currency, 1 AS count, amount_minor AS gross, refunded_minor AS refunded, 0 AS fee, 0 AS disputed, 0 AS net ${own}
      UNION ALL
      SELECT settlement_currency, 0, 0, 0, fee_minor, disputed_minor, net_minor ${own}
        AND settlement_currency IS NOT NULL)
    GROUP BY currency`);
}

/** Selects the newest notes about a user, with their authors; an author who has left has no name. */
export function selectNotes(db: Database, userId: string) {
  return db
    .select({
      ...pick(customerNotes, ["id", "body", "authorId", "createdAt", "updatedAt"]),
      authorName: sql<string | null>`coalesce(${users.name}, ${users.email})`.as("author_name"),
    })
    .from(customerNotes)
    .leftJoin(users, eq(users.id, customerNotes.authorId))
    .where(eq(customerNotes.userId, userId))
    .orderBy(desc(customerNotes.createdAt))
    .limit(ROW_LIMIT);
}

/** Selects the other open accounts with the email of a user, oldest first, and whether each has bought something. */
export function selectAccountsWithSameEmail(db: Database, userId: string, mode: Mode) {
  const email = db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return db
    .select({
      id: users.id,
      name: users.name,
      hasPurchases:
        sql<number>`(EXISTS (SELECT 1 FROM orders WHERE user_id = users.id AND mode = ${mode})
        OR EXISTS (SELECT 1 FROM subscriptions WHERE user_id = users.id AND mode = ${mode}))`.as(
          "has_purchases",
        ),
    })
    .from(users)
    .where(and(eq(users.email, email), ne(users.id, userId), eq(users.status, "active")))
    .orderBy(asc(users.createdAt))
    .limit(5);
}

/** Selects whether a user bought something in the other mode: in test mode for a live shop, and the reverse. */
export function selectOtherMode(db: Database, userId: string, mode: Mode) {
  return db
    .select({
      hasPurchases: sql<number>`(EXISTS (SELECT 1 FROM orders WHERE user_id = ${userId} AND mode <> ${mode})
        OR EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId} AND mode <> ${mode}))`,
    })
    .from(users)
    .where(eq(users.id, userId));
}
