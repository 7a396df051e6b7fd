import { sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import type { Database } from "../db/client.ts";

/** How many of the latest emails are looked at. */
const RECENT_EMAILS = 20;

/** How many of the newest users are looked at: no team is larger. */
const RECENT_USERS = 50;

type Row = {
  publishedSlug: string | null;
  /** JSON with `id` and `name`. */
  draft: string | null;
  hasTestPurchase: number;
  hasPurchase: number;
  hasSentEmail: number;
  hasVisitor: number;
};

/** Reads what the checklist needs to know, in one statement whose parts each stop at the first row of an index. */
export async function readSetupRow(db: Database, mode: Mode): Promise<Row> {
  const hasPurchase = (of: Mode) =>
    sql`(EXISTS (SELECT 1 FROM orders WHERE mode = ${of}) OR EXISTS (SELECT 1 FROM subscriptions WHERE mode = ${of}))`;
  const [row] = await db.all<Row>(sql`SELECT
    (SELECT slug FROM products WHERE status = 'published' AND mode = ${mode} ORDER BY position LIMIT 1) AS publishedSlug,
    (SELECT json_object('id', id, 'name', name) FROM products
      WHERE status = 'draft' AND mode = ${mode} ORDER BY position LIMIT 1) AS draft,
    ${hasPurchase("test")} AS hasTestPurchase,
    ${hasPurchase(mode)} AS hasPurchase,
    EXISTS (SELECT 1 FROM (SELECT status FROM emails ORDER BY id DESC LIMIT ${RECENT_EMAILS}) WHERE status = 'sent')
      AS hasSentEmail,
    EXISTS (SELECT 1 FROM (SELECT role FROM users ORDER BY created_at DESC, id DESC LIMIT ${RECENT_USERS})
      WHERE role = 'buyer') AS hasVisitor`);
  if (!row) throw new Error("a SELECT without FROM has one row");
  return row;
}

/** Lists prices for sale that may exclude tax, at most `limit`, with the name of their product. */
export function listPricesNotInclusive(db: Database, mode: Mode, limit: number) {
  return db.all<{
    productId: string;
    name: string;
    currency: string;
    taxBehavior: "exclusive" | "unspecified" | null;
  }>(
    sql`SELECT products.id AS productId, products.name, prices.currency, prices.tax_behavior AS taxBehavior
      FROM products CROSS JOIN prices ON prices.product_id = products.id
      WHERE products.status = 'published' AND products.mode = ${mode} AND prices.active = 1
        AND prices.amount_minor > 0 AND prices.tax_behavior <> 'inclusive'
      LIMIT ${limit}`,
  );
}

/** Returns whether the user is an owner of the shop. */
export async function isOwner(db: Database, userId: string): Promise<boolean> {
  const rows = await db.all(
    sql`SELECT 1 FROM users WHERE id = ${userId} AND role = 'owner' LIMIT 1`,
  );
  return rows.length > 0;
}
