import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { inForce } from "../../in-force.ts";

type Purchase = { id: string; status: string; productName: string };

/** What a sync of a customer can change that the team wants to see. */
export type SyncSnapshot = {
  order: Purchase[];
  subscription: Purchase[];
  checkout: { id: string; status: "open" | "complete" | "expired"; productName: string }[];
  /** The products with a grant in force. */
  access: { productId: string; productName: string }[];
  /** Successful and failed ones. */
  paymentCount: number;
  keyCount: number;
};

/** Reads what a user has in this mode. `now`: the time that access is decided by. */
export async function readSyncSnapshot(
  db: Database,
  input: { userId: string; mode: Mode; now: number },
): Promise<SyncSnapshot> {
  const { userId, mode, now } = input;
  const isOwn = sql`customer_id IN (SELECT id FROM customers WHERE user_id = ${userId} AND mode = ${mode})`;
  const [order, subscription, checkout, access, [counts]] = await Promise.all([
    db.all<Purchase>(sql`SELECT orders.id, orders.status, products.name AS productName
      FROM orders CROSS JOIN products ON products.id = orders.product_id
      WHERE orders.user_id = ${userId} AND orders.mode = ${mode}`),
    db.all<Purchase>(sql`SELECT subscriptions.id, subscriptions.status, coalesce((
        SELECT group_concat(products.name, ', ') FROM subscription_items AS items
        CROSS JOIN products ON products.id = items.product_id WHERE items.subscription_id = subscriptions.id
      ), 'Something else') AS productName
      FROM subscriptions WHERE user_id = ${userId} AND mode = ${mode}`),
    db.all<
      SyncSnapshot["checkout"][number]
    >(sql`SELECT checkouts.id, checkouts.status, products.name AS productName
      FROM checkouts CROSS JOIN products ON products.id = checkouts.product_id
      WHERE ${isOwn}`),
    db.all<
      SyncSnapshot["access"][number]
    >(sql`SELECT DISTINCT products.id AS productId, products.name AS productName
      FROM grants CROSS JOIN products ON products.id = grants.product_id
      WHERE user_id = ${userId} AND grants.mode = ${mode} AND ${inForce(now)}`),
    db.all<{
      payments: number;
      keys: number;
    }>(sql`SELECT (SELECT count(*) FROM payments WHERE ${isOwn})
        + (SELECT coalesce(sum(count), 0) FROM payment_packs WHERE ${isOwn}) AS payments,
      (SELECT count(*) FROM license_keys WHERE user_id = ${userId}) AS keys`),
  ]);
  const { payments: paymentCount, keys: keyCount } = counts!;
  return { order, subscription, checkout, access, paymentCount, keyCount };
}
