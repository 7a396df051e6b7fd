import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { customers } from "../../db/schema/billing.ts";

// Orders, items of subscriptions and gifts are found by product through indexes. Counting the people of every product
// reads all of them.

/** Marks as dirty every customer with an order or a living subscription of this product. */
export function markOwnersDirty(db: Database, input: { mode: Mode; productId: string }) {
  const { mode, productId } = input;
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(
      // Of this mode by themselves: a condition on it would have every customer of the mode read.
      sql`${customers.id} IN (
          SELECT customer_id FROM orders WHERE mode = ${mode} AND product_id = ${productId}
          UNION
          SELECT s.customer_id FROM subscription_items AS i
            CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
            WHERE i.product_id = ${productId} AND s.mode = ${mode} AND s.ended_at IS NULL)`,
    );
}

const owners = (mode: Mode) => sql`
  SELECT product_id, user_id FROM orders
    WHERE mode = ${mode} AND status NOT IN ('refunded', 'failed')
  UNION
  SELECT i.product_id, s.user_id FROM subscription_items AS i
    CROSS JOIN subscriptions AS s ON s.id = i.subscription_id
    WHERE i.product_id IS NOT NULL AND s.mode = ${mode} AND s.ended_at IS NULL
  UNION
  SELECT product_id, user_id FROM comps WHERE mode = ${mode} AND ended_at IS NULL`;

/** How many people have each product that anybody has: bought, subscribed to or given. */
export function countOwners(db: Database, mode: Mode) {
  return db.all<{ productId: string; people: number }>(
    sql`SELECT product_id AS productId, count(*) AS people FROM (${owners(mode)}) GROUP BY product_id`,
  );
}

/** How many people hold a benefit by this product, and by no other. */
export async function countLosers(
  db: Database,
  input: { mode: Mode; productId: string; benefitId: string; now: number },
): Promise<number> {
  const { mode, productId, benefitId, now } = input;
  const held = sql`SELECT 1 FROM grants AS g WHERE g.user_id = o.user_id AND g.benefit_id = ${benefitId}
    AND g.revoked_at IS NULL AND (g.ends_at IS NULL OR g.ends_at > ${now})`;
  const rows = await db.all<{ people: number }>(
    sql`SELECT count(*) AS people FROM (${owners(mode)}) AS o WHERE o.product_id = ${productId}
      AND EXISTS (${held} AND g.product_id = ${productId})
      AND NOT EXISTS (${held} AND g.product_id <> ${productId})`,
  );
  return rows[0]?.people ?? 0;
}
