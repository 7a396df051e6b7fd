import { desc, eq, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { users } from "../../db/schema/account.ts";
import { benefits, products } from "../../db/schema/catalog.ts";
import { orders, subscriptions } from "../../db/schema/billing.ts";
import { grants } from "../../db/schema/grants.ts";
import { events } from "../../db/schema/inbox.ts";
import { licenseKeys } from "../../db/schema/licenses.ts";
import { keySelection } from "../../delivery/licenses/store-list.ts";
import { toTable, type PaymentRow } from "../../purchases/payments/store.ts";
import { pick } from "../../lib/pick.ts";

/** Which rows of a kind are found: a query for their keys, how many there may be, and the shop's mode. */
export type FoundKeys = { keys: SQL; limit: number; mode: Mode };

const owner = pick(users, ["id", "name", "email"]);

/** Lists users, newest first. */
export function listFoundCustomers(db: Database, { keys, limit }: FoundKeys) {
  return db
    .select({ ...owner, role: users.role, status: users.status, createdAt: users.createdAt })
    .from(users)
    .where(sql`${users.id} IN (${keys})`)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

/** Lists orders of this mode with their users and products, newest first. */
export function listFoundOrders(db: Database, { keys, limit, mode }: FoundKeys) {
  return db
    .select({
      ...pick(orders, ["id", "status", "totalMinor", "currency", "createdAt"]),
      user: owner,
      productName: products.name,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(products, eq(products.id, orders.productId))
    .where(sql`${orders.id} IN (${keys}) AND +${orders.mode} = ${mode}`)
    .orderBy(sql`+${orders.createdAt} DESC`, sql`+${orders.id} DESC`)
    .limit(limit);
}

/** Lists subscriptions of this mode with their users and the name of one of their products, newest first. */
export function listFoundSubscriptions(db: Database, { keys, limit, mode }: FoundKeys) {
  return db
    .select({
      ...pick(subscriptions, ["id", "status", "createdAt"]),
      user: owner,
      productName: sql<string | null>`(SELECT products.name FROM subscription_items
        JOIN products ON products.id = subscription_items.product_id
        WHERE subscription_items.subscription_id = ${subscriptions.id} LIMIT 1)`,
    })
    .from(subscriptions)
    .innerJoin(users, eq(users.id, subscriptions.userId))
    .where(sql`${subscriptions.id} IN (${keys}) AND +${subscriptions.mode} = ${mode}`)
    .orderBy(sql`+${subscriptions.createdAt} DESC`, sql`+${subscriptions.id} DESC`)
    .limit(limit);
}

/** A payment, and where it belongs: to an order, a subscription, or neither. */
export type FoundPayment = {
  id: string;
  status: "succeeded" | "pending" | "failed";
  amountMinor: number;
  currency: string;
  createdAt: number;
  invoiceNumber: string | null;
  userId: string;
  userName: string | null;
  userEmail: string | null;
  orderId: string | null;
  subscriptionId: string | null;
};

/** Returns the query for keys that are known. */
export const toKeys = (keys: string[]): SQL =>
  sql`SELECT value FROM json_each(${JSON.stringify(keys)})`;

/** Lists payments with their users, newest first. The keys are Stripe's ids of the charges. */
export function listFoundPayments(db: Database, { keys, limit, mode }: FoundKeys) {
  return describePayments(
    db,
    sql`payments`,
    sql`payments.mode = ${mode} AND stripe_charge_id IN (${keys})`,
    limit,
  );
}

/** Lists packed payments like those that have rows. */
export const listFoundPacked = (db: Database, payments: PaymentRow[], limit: number) =>
  describePayments(db, toTable(payments), sql`true`, limit);

function describePayments(db: Database, payments: SQL, where: SQL, limit: number) {
  return db.all<FoundPayment>(sql`SELECT stripe_charge_id AS id, payments.status, amount_minor AS amountMinor,
      payments.currency, payments.created_at AS createdAt, invoice_number AS invoiceNumber, users.id AS userId,
      users.name AS userName, users.email AS userEmail,
      (SELECT id FROM orders WHERE orders.mode = payments.mode
        AND orders.stripe_payment_intent_id = payments.stripe_payment_intent_id LIMIT 1) AS orderId,
      (SELECT id FROM subscriptions WHERE subscriptions.mode = payments.mode
        AND subscriptions.stripe_subscription_id = payments.stripe_subscription_id) AS subscriptionId
    FROM ${payments} AS payments JOIN users ON users.id = payments.user_id
    WHERE ${where}
    ORDER BY +payments.created_at DESC LIMIT ${limit}`);
}

/** Lists license keys with their grants, users and benefits, newest first. */
export function listFoundLicenses(db: Database, { keys, limit }: FoundKeys) {
  return db
    .select(keySelection)
    .from(licenseKeys)
    .innerJoin(benefits, eq(benefits.id, licenseKeys.benefitId))
    .leftJoin(grants, eq(grants.id, licenseKeys.grantId))
    .leftJoin(users, eq(users.id, licenseKeys.userId))
    .where(sql`${licenseKeys.id} IN (${keys})`)
    .orderBy(sql`+${licenseKeys.id} DESC`)
    .limit(limit);
}

/** Lists events from Stripe of this mode, newest first. */
export function listFoundEvents(db: Database, { keys, limit, mode }: FoundKeys) {
  return db
    .select(pick(events, ["id", "type", "status", "receivedAt"]))
    .from(events)
    .where(sql`${events.mode} = ${mode} AND ${events.id} IN (${keys})`)
    .orderBy(sql`+${events.receivedAt} DESC`)
    .limit(limit);
}

/** Lists products, those with the shortest names first: what is named exactly as searched for has the shortest. */
export function listFoundProducts(db: Database, { keys, limit }: FoundKeys) {
  return db
    .select(pick(products, ["id", "name", "status", "updatedAt"]))
    .from(products)
    .where(sql`${products.id} IN (${keys})`)
    .orderBy(sql`length(${products.name})`, sql`+${products.updatedAt} DESC`)
    .limit(limit);
}
