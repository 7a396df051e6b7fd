import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { readTogether, type Database, type Statement } from "../../db/client.ts";
import type { CustomerFigures } from "./to-figures.ts";

/** Marks a user's figures as stale, in the batch that changes their purchases. */
export const markCustomerStale = (userId: string): Statement =>
  sql`INSERT INTO stale_customers (user_id, changes) VALUES (${userId}, 1)
    ON CONFLICT (user_id) DO UPDATE SET changes = changes + 1`;

/** A user whose figures are stale, and how often they were marked. */
export type StaleCustomer = { userId: string; changes: number };

export function listStaleCustomers(db: Database, limit: number) {
  return db.all<StaleCustomer>(
    sql`SELECT user_id AS userId, changes FROM stale_customers WHERE user_id > '' LIMIT ${limit}`,
  );
}

/** A Stripe customer of a user. */
type OwnCustomer = { id: string; userId: string };
/** When a user last bought something, and one of the products of it. */
export type PurchaseOfUser = { userId: string; productId: string | null; at: number | null };

/**
 * Returns the Stripe customers of users, and what they bought, subscribed to or were given. Orders that failed or are
 * still processing, and subscriptions that never began, are left out. A gift has no time: nobody bought it.
 */
export async function readPurchasesOfUsers(
  db: Database,
  mode: Mode,
  userIds: string[],
): Promise<{ customers: OwnCustomer[]; purchases: PurchaseOfUser[] }> {
  const list = sql`json_each(${JSON.stringify(userIds)}) AS listed`;
  const [customers, purchases] = await readTogether<[OwnCustomer, PurchaseOfUser]>(db, [
    sql`SELECT customers.id, user_id AS userId FROM ${list} CROSS JOIN customers ON user_id = listed.value
      WHERE +mode = ${mode}`,
    sql`SELECT user_id AS userId, product_id AS productId, created_at AS at
        FROM ${list} CROSS JOIN orders ON user_id = listed.value
        WHERE +mode = ${mode} AND +status NOT IN ('pending', 'failed')
      UNION ALL SELECT user_id, subscription_items.product_id, created_at
        FROM ${list} CROSS JOIN subscriptions ON user_id = listed.value
        LEFT JOIN subscription_items ON subscription_id = subscriptions.id
        WHERE +mode = ${mode} AND +status NOT IN ('incomplete', 'incomplete_expired')
      UNION ALL SELECT user_id, product_id, NULL FROM ${list} CROSS JOIN gifts ON user_id = listed.value
        WHERE +mode = ${mode}`,
  ]);
  return { customers, purchases };
}

/**
 * Writes the figures and products of users, and clears their marks unless they were marked again meanwhile. A deleted
 * account gets none.
 */
export function replaceFigures(
  mode: Mode,
  marks: StaleCustomer[],
  found: { userId: string; figures: CustomerFigures; productIds: string[] }[],
): Statement[] {
  const users = sql`(SELECT value ->> 'userId' FROM json_each(${JSON.stringify(marks)}))`;
  const isOld = sql`mode = ${mode} AND user_id IN ${users}`;
  const isActive = sql`EXISTS (SELECT 1 FROM users WHERE users.id = value ->> 'userId' AND status <> 'deleted')`;
  const rows = found.map(({ userId, figures }) => ({
    userId,
    ...figures,
    spentElsewhere: figures.spentElsewhere && JSON.stringify(figures.spentElsewhere),
  }));
  const products = found.flatMap(({ userId, productIds }) =>
    productIds.map((productId) => ({ userId, productId })),
  );
  return [
    sql`DELETE FROM customer_figures WHERE ${isOld}`,
    sql`INSERT INTO customer_figures (user_id, mode, currency, spent_minor, spent, spent_elsewhere,
        last_purchase_at, country)
      SELECT value ->> 'userId', ${mode}, value ->> 'currency', value ->> 'spentMinor', value ->> 'spent',
        value ->> 'spentElsewhere', value ->> 'lastPurchaseAt', value ->> 'country'
      FROM json_each(${JSON.stringify(rows)}) WHERE ${isActive}`,
    sql`DELETE FROM customer_products WHERE ${isOld}`,
    sql`INSERT INTO customer_products (user_id, mode, product_id)
      SELECT value ->> 'userId', ${mode}, value ->> 'productId'
      FROM json_each(${JSON.stringify(products)}) WHERE ${isActive}`,
    sql`DELETE FROM stale_customers WHERE (user_id, changes) IN (
      SELECT value ->> 'userId', value ->> 'changes' FROM json_each(${JSON.stringify(marks)}))`,
  ];
}

/** Returns the countries of customers: each is found by the index, however many customers it has. */
export async function listCountries(db: Database, mode: Mode, limit: number): Promise<string[]> {
  const next = (after: SQL) =>
    sql`(SELECT min(country) FROM customer_figures WHERE mode = ${mode} AND customer_figures.country > ${after})`;
  const rows = await db.all<{ country: string }>(sql`
    WITH RECURSIVE found (country) AS (
      SELECT ${next(sql`''`)}
      UNION ALL SELECT ${next(sql`found.country`)} FROM found WHERE found.country IS NOT NULL
      LIMIT ${limit + 1})
    SELECT country FROM found WHERE country IS NOT NULL`);
  return rows.map(({ country }) => country);
}
