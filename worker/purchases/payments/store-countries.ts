import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { payments } from "../../db/schema/billing.ts";
import { listPackedOfCustomers } from "./store-packs.ts";

/** A purchase with its latest payment, by its intent; null without one. */
type Paid = { customerId: string; latestPaymentIntentId: string | null };

/**
 * Returns how to find the buyer's country of purchases, as their latest payments have it: `""` if it is not known.
 * Payments that were packed away are read, too.
 */
export async function readCountries(
  db: Database,
  mode: Mode,
  purchases: Paid[],
): Promise<(purchase: Paid) => string> {
  const intents = purchases.flatMap(({ latestPaymentIntentId }) => latestPaymentIntentId ?? []);
  if (intents.length === 0) return () => "";
  const rows = await db
    .select({ intent: payments.stripePaymentIntentId, country: payments.country })
    .from(payments)
    .where(
      sql`${payments.mode} = ${mode} AND ${payments.status} = 'succeeded' AND ${isOneOf(payments.stripePaymentIntentId, intents)}`,
    );
  const found = new Map(rows.map(({ intent, country }) => [intent, country]));
  const others = purchases.filter(
    ({ latestPaymentIntentId: intent }) => intent !== null && !found.has(intent),
  );
  const packed =
    others.length === 0
      ? []
      : await listPackedOfCustomers(db, [...new Set(others.map(({ customerId }) => customerId))]);
  for (const { stripePaymentIntentId, country } of packed)
    found.set(stripePaymentIntentId, country);
  return ({ latestPaymentIntentId: intent }) => (intent === null ? "" : (found.get(intent) ?? ""));
}
