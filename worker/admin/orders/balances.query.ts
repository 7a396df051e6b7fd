import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { orders } from "../../db/schema/billing.ts";
import { pick } from "../../lib/pick.ts";
import { listPackedOfCustomers } from "../../purchases/payments/store-packs.ts";

/** What a payment left on the balance at Stripe, in minor units of the settlement currency. */
export type PaymentBalance = { settlementCurrency: string; feeMinor: number; netMinor: number };

/** Returns the fees and net amounts of orders, by order id. An order whose payment is not settled yet is left out. */
export async function mapBalances(
  db: Database,
  mode: Mode,
  orderIds: string[],
): Promise<Map<string, PaymentBalance>> {
  const rows = await db.all<PaymentBalance & { id: string }>(sql`
    SELECT orders.id, settlement_currency AS settlementCurrency, fee_minor AS feeMinor, net_minor AS netMinor
    FROM orders CROSS JOIN payments ON payments.customer_id = orders.customer_id
      AND payments.stripe_payment_intent_id = orders.stripe_payment_intent_id AND +payments.mode = ${mode}
    WHERE ${isOneOf(orders.id, orderIds)} AND net_minor IS NOT NULL`);
  const balances = new Map(rows.map(({ id, ...balance }) => [id, balance]));
  const others = orderIds.filter((id) => !balances.has(id));
  if (others.length > 0)
    for (const [id, balance] of await listPackedBalances(db, others)) balances.set(id, balance);
  return balances;
}

/** Returns the balances of orders whose payments are packed, by order id. */
async function listPackedBalances(db: Database, orderIds: string[]) {
  const rows = await db
    .select(pick(orders, ["id", "customerId", "stripePaymentIntentId"]))
    .from(orders)
    .where(isOneOf(orders.id, orderIds));
  const customerIds = [...new Set(rows.map(({ customerId }) => customerId))];
  const payments = new Map(
    (await listPackedOfCustomers(db, customerIds)).map((payment) => [
      payment.stripePaymentIntentId,
      payment,
    ]),
  );
  return rows.flatMap(({ id, stripePaymentIntentId }): [string, PaymentBalance][] => {
    const { settlementCurrency, feeMinor, netMinor } =
      (stripePaymentIntentId && payments.get(stripePaymentIntentId)) || {};
    return settlementCurrency && feeMinor != null && netMinor != null
      ? [[id, { settlementCurrency, feeMinor, netMinor }]]
      : [];
  });
}
