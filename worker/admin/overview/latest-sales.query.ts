import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** A payment that succeeded, with who paid and what for. Amounts in minor units. */
export type Sale = {
  stripeChargeId: string;
  at: number;
  amountMinor: number;
  refundedMinor: number;
  /** Whether the bank took the money back, or holds it until a dispute is decided. */
  isDisputed: boolean;
  currency: string;
  sourceType: "order" | "subscription" | "other" | null;
  sourceId: string | null;
  /** Whether it is the customer's first payment. */
  isFirst: boolean;
  product: string | null;
  user: { id: string; name: string | null; email: string | null };
};

const COUNT = 6;
/** Payments that failed are skipped. With more of them than this in a row, fewer sales are shown. */
const MAX_READ = 60;

/** Returns the latest payments that succeeded. */
export async function listLatestSales(db: Database, mode: Mode): Promise<Sale[]> {
  const rows = await db.all<
    Omit<Sale, "user" | "isFirst" | "isDisputed"> & {
      isFirst: number;
      disputedMinor: number;
      userId: string;
      name: string | null;
      email: string | null;
    }
  >(sql`
    SELECT latest.stripe_charge_id AS stripeChargeId, latest.created_at AS at, amount_minor AS amountMinor,
      refunded_minor AS refundedMinor, disputed_minor AS disputedMinor, currency, source_type AS sourceType, source_id AS sourceId, is_first AS isFirst,
      (SELECT name FROM products WHERE products.id = latest.product_id) AS product, users.id AS userId, users.name, email
    FROM (SELECT * FROM payments WHERE mode = ${mode}
        ORDER BY created_at DESC, stripe_charge_id DESC LIMIT ${MAX_READ}) AS latest
      CROSS JOIN users ON users.id = latest.user_id
    WHERE latest.status = 'succeeded' LIMIT ${COUNT}`);
  return rows.map(({ userId, name, email, isFirst, disputedMinor, ...sale }) => ({
    ...sale,
    isFirst: isFirst === 1,
    isDisputed: disputedMinor > 0,
    user: { id: userId, name, email },
  }));
}
