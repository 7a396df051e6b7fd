import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { orders, subscriptions } from "../../db/schema/billing.ts";

/** What an order or a subscription says about its tax, in minor units; null for a subscription. */
type Sale = {
  id: string;
  soldByLink: boolean;
  taxMinor: number | null;
  totalMinor: number | null;
};

/** Returns these orders and subscriptions, by id. */
export async function mapSales(db: Database, ids: string[]): Promise<Map<string, Sale>> {
  const rows = await db.all<Omit<Sale, "soldByLink"> & { soldByLink: number }>(sql`
    SELECT id, sold_by_link AS soldByLink, tax_minor AS taxMinor, total_minor AS totalMinor
    FROM orders WHERE ${isOneOf(orders.id, ids)}
    UNION ALL SELECT id, sold_by_link, NULL, NULL FROM subscriptions
    WHERE ${isOneOf(subscriptions.id, ids)}`);
  return new Map(rows.map((row) => [row.id, { ...row, soldByLink: row.soldByLink === 1 }]));
}

/** Returns which of these payment intents and subscriptions at Stripe are of what Link sold. */
export async function listSoldByLink(
  db: Database,
  mode: Mode,
  stripeIds: string[],
): Promise<Set<string>> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT stripe_payment_intent_id AS id FROM orders
    WHERE mode = ${mode} AND sold_by_link = 1 AND ${isOneOf(orders.stripePaymentIntentId, stripeIds)}
    UNION ALL SELECT stripe_subscription_id FROM subscriptions
    WHERE mode = ${mode} AND sold_by_link = 1
      AND ${isOneOf(subscriptions.stripeSubscriptionId, stripeIds)}`);
  return new Set(rows.map(({ id }) => id));
}
