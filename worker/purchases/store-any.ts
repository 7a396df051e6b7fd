import { sql } from "drizzle-orm";
import type { Database } from "../db/client.ts";

/** Whether a user has an order or a subscription, in any state. */
export async function hasPurchases(db: Database, userId: string): Promise<boolean> {
  const [row] = await db.all<{ found: 0 | 1 }>(sql`SELECT
    EXISTS (SELECT 1 FROM orders WHERE user_id = ${userId})
    OR EXISTS (SELECT 1 FROM subscriptions WHERE user_id = ${userId}) AS found`);
  return row?.found === 1;
}
