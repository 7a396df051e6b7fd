import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** A page in the sitemap: its path, and when it was last changed, in unix milliseconds. */
export type SitemapRow = { id: string; path: string; updatedAt: number };

/** The `+` keeps other indexes out of it: a file reads products in the order of their ids. */
const isForSale = (mode: Mode): SQL =>
  sql`+products.status = 'published' AND +products.mode = ${mode} AND EXISTS (SELECT 1 FROM prices
    WHERE prices.product_id = products.id AND prices.active = 1 AND prices.stripe_price_id IS NOT NULL)`;

const isPublic = sql`pages.status = 'published'`;

/** Lists published pages and products for sale after an id, ordered by id: all pages, then all products. */
export function listSitemapRows(
  db: Database,
  input: { mode: Mode; after: string; limit: number; offset?: number },
): Promise<SitemapRow[]> {
  const { mode, after, limit, offset = 0 } = input;
  return db.all<SitemapRow>(sql`
    SELECT id, '/read/' || slug AS path, updated_at AS updatedAt FROM pages
      WHERE ${isPublic} AND id > ${after}
    UNION ALL
    SELECT id, '/p/' || slug, updated_at FROM products WHERE ${isForSale(mode)} AND id > ${after}
    ORDER BY id LIMIT ${limit} OFFSET ${offset}`);
}

/** Counts published pages and products for sale. */
export async function countSitemapRows(db: Database, mode: Mode): Promise<number> {
  const [row] = await db.all<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM pages WHERE ${isPublic})
      + (SELECT count(*) FROM products
        WHERE products.status = 'published' AND ${isForSale(mode)}) AS count`);
  return row?.count ?? 0;
}

/** Lists the first products for sale, in the seller's order. */
export function listProductsForSale(
  db: Database,
  input: { mode: Mode; limit: number },
): Promise<{ slug: string; name: string; tagline: string }[]> {
  return db.all(sql`
    SELECT slug, name, tagline FROM products
    WHERE products.status = 'published' AND ${isForSale(input.mode)}
    ORDER BY position LIMIT ${input.limit}`);
}
