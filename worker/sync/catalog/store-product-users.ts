import { inForce } from "../../in-force.ts";
import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import { stripeCustomers } from "../../db/schema/billing.ts";

// Orders, subscription items and gifts are found by product through indexes. `countProductUsers` reads all of them.

/** Marks every customer with an order or a live subscription of this product as dirty. */
export function markProductCustomersDirty(
  db: Database,
  input: { mode: Mode; productId: string },
): Statement {
  const { mode, productId } = input;
  return db
    .update(stripeCustomers)
    .set({ dirtySeq: sql`${stripeCustomers.dirtySeq} + 1` })
    .where(
      // The subqueries already filter by mode. A condition on `customers.mode` would read every customer of the mode.
      sql`${stripeCustomers.id} IN (
          SELECT customer_id FROM orders WHERE mode = ${mode} AND product_id = ${productId}
          UNION
          SELECT customer_id FROM orders INDEXED BY orders_lines, json_each(lines) AS line
            WHERE lines IS NOT NULL AND +mode = ${mode} AND line.value ->> 'productId' = ${productId}
          UNION
          SELECT s.customer_id FROM subscription_items AS i
            CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
            WHERE i.product_id = ${productId} AND s.mode = ${mode} AND s.ended_at IS NULL)`,
    );
}

const productUsers = (mode: Mode) => sql`
  SELECT product_id, user_id FROM orders
    WHERE mode = ${mode} AND status NOT IN ('refunded', 'failed')
  UNION
  SELECT line.value ->> 'productId', user_id FROM orders INDEXED BY orders_lines, json_each(lines) AS line
    WHERE lines IS NOT NULL AND +mode = ${mode} AND status NOT IN ('refunded', 'failed')
      AND line.value ->> 'refundedAt' IS NULL
  UNION
  SELECT i.product_id, s.user_id FROM subscription_items AS i
    CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
    WHERE i.product_id IS NOT NULL AND s.mode = ${mode} AND s.ended_at IS NULL
  UNION
  SELECT product_id, user_id FROM gifts WHERE mode = ${mode} AND ended_at IS NULL`;

/** Counts the users of each product who bought it, subscribed to it or got it as a gift. */
export function countProductUsers(db: Database, mode: Mode) {
  return db.all<{ productId: string; userCount: number }>(
    sql`SELECT product_id AS productId, count(*) AS userCount FROM (${productUsers(mode)}) GROUP BY product_id`,
  );
}

/** Counts the users who have a benefit only through this product. */
export async function countUsersLosingBenefit(
  db: Database,
  input: { mode: Mode; productId: string; benefitId: string; now: number },
): Promise<number> {
  const { mode, productId, benefitId, now } = input;
  const activeGrant = sql`SELECT 1 FROM grants AS g WHERE g.user_id = o.user_id AND g.benefit_id = ${benefitId}
    AND g.mode = ${mode} AND ${inForce(now, "g")}`;
  const rows = await db.all<{ userCount: number }>(
    sql`SELECT count(*) AS userCount FROM (${productUsers(mode)}) AS o WHERE o.product_id = ${productId}
      AND EXISTS (${activeGrant} AND g.product_id = ${productId})
      AND NOT EXISTS (${activeGrant} AND g.product_id <> ${productId})`,
  );
  return rows[0]?.userCount ?? 0;
}
