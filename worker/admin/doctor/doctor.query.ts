import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

export async function hasProductsInMode(db: Database, mode: Mode): Promise<boolean> {
  const rows = await db.all(sql`SELECT 1 FROM products WHERE mode = ${mode} LIMIT 1`);
  return rows.length > 0;
}

/** Returns the Stripe account of the latest customer that has one. */
export async function findCustomerAccount(db: Database, mode: Mode): Promise<string | null> {
  const [row] = await db.all<{ account: string }>(
    sql`SELECT stripe_account AS account FROM customers
      WHERE +mode = ${mode} AND stripe_account IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  return row?.account ?? null;
}

/** Returns when the first user was created, in unix milliseconds; null if there is none. Ids sort by time. */
export async function findFirstUserTime(db: Database): Promise<number | null> {
  const [row] = await db.all<{ at: number }>(
    sql`SELECT created_at AS at FROM users ORDER BY id LIMIT 1`,
  );
  return row?.at ?? null;
}

/** Returns the file that was uploaded last, with its key in R2. Ids sort by time. */
export async function findNewestFile(db: Database): Promise<{ name: string; key: string } | null> {
  const [row] = await db.all<{ name: string; key: string }>(
    sql`SELECT file_name AS name, r2_key AS "key" FROM file_versions ORDER BY id DESC LIMIT 1`,
  );
  return row ?? null;
}

/** Lists the latest emails to users, newest first. Ids sort by time. */
export function listLatestEmails(db: Database, limit: number) {
  return db.all<{ status: string; error: string | null; createdAt: number; sentAt: number | null }>(
    sql`SELECT status, error, created_at AS "createdAt", sent_at AS "sentAt" FROM emails ORDER BY id DESC LIMIT ${limit}`,
  );
}

/** What became of the latest emails that were sent: how many there are, came back, and were reported as spam. */
export type EmailProblems = { sent: number; bounced: number; complained: number };

/** Counts among the latest emails, as many as `limit`. Ids sort by time. */
export async function countEmailProblems(db: Database, limit: number): Promise<EmailProblems> {
  const [counts] = await db.all<EmailProblems>(
    sql`SELECT count(*) AS sent, count(nullif(problem, 'complained')) AS bounced,
        count(nullif(problem, 'bounced')) AS complained
      FROM (SELECT problem, status FROM emails ORDER BY id DESC LIMIT ${limit})
      WHERE status = 'sent'`,
  );
  return counts ?? { sent: 0, bounced: 0, complained: 0 };
}

/**
 * Counts the prices for sale that do not say whether tax is included. One that Stripe was not asked about counts too.
 */
export async function countPricesWithoutTaxBehavior(db: Database, mode: Mode): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT count(*) AS count FROM products CROSS JOIN prices ON prices.product_id = products.id
      WHERE products.status = 'published' AND products.mode = ${mode} AND prices.active = 1
        AND prices.amount_minor > 0 AND coalesce(prices.tax_behavior, 'unspecified') = 'unspecified'`,
  );
  return row?.count ?? 0;
}
