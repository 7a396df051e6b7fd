import { sql } from "drizzle-orm";
import { isOneOf, type Database } from "../../db/client.ts";
import { orders, subscriptionItems } from "../../db/schema/billing.ts";

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
