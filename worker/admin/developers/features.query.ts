import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** A feature that products include. `key` is what a program asks for; two benefits may share one. */
export type ListedFeature = { key: string; name: string };

/** Lists the features that a product includes which is not archived, those with a key of their own first. */
export function listFeatures(db: Database, mode: Mode): Promise<ListedFeature[]> {
  return db.all<ListedFeature>(
    sql`SELECT coalesce(json_extract(b.settings, '$.key'), b.id) AS key, min(b.name) AS name
      FROM benefits b
      WHERE b.type = 'feature' AND EXISTS (SELECT 1 FROM product_benefits pb JOIN products p ON p.id = pb.product_id
        WHERE pb.benefit_id = b.id AND p.mode = ${mode} AND p.status <> 'archived')
      GROUP BY key ORDER BY min(json_extract(b.settings, '$.key')) IS NULL, name`,
  );
}
