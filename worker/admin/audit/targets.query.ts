import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";
import { idsWithPart } from "../../db/search-parts.ts";

/** What an entry of the audit log is about. Null: it has no such thing, or is deleted. */
export type AuditTarget = {
  id: string;
  /** Of the product that was bought or given; else the object's own name. */
  name: string | null;
  /** Whose it is. */
  userId: string | null;
  userName: string | null;
};

/** Returns the names of objects by their ids. Unknown ones have no names. */
export function listTargets(db: Database, ids: string[]): Promise<AuditTarget[]> {
  return db.all<AuditTarget>(sql`
    SELECT target.value AS id, users.id AS userId, coalesce(users.name, users.email) AS userName,
      CASE substr(target.value, 1, 4)
        WHEN 'prd_' THEN (SELECT name FROM products WHERE id = target.value)
        WHEN 'bnf_' THEN (SELECT name FROM benefits WHERE id = target.value)
        WHEN 'fil_' THEN (SELECT name FROM files WHERE id = target.value)
        WHEN 'fiv_' THEN (SELECT name FROM files WHERE id = (SELECT file_id FROM file_versions WHERE id = target.value))
        WHEN 'pag_' THEN (SELECT title FROM pages WHERE id = target.value)
        WHEN 'whe_' THEN (SELECT url FROM webhook_endpoints WHERE id = target.value)
        WHEN 'key_' THEN (SELECT name FROM api_keys WHERE id = target.value)
        WHEN 'inv_' THEN (SELECT email FROM invitations WHERE id = target.value)
        WHEN 'stm_' THEN (SELECT name FROM statements WHERE id = target.value)
        WHEN 'lic_' THEN (SELECT name FROM benefits WHERE id = (SELECT benefit_id FROM license_keys WHERE id = target.value))
        WHEN 'ord_' THEN (SELECT name FROM products WHERE id = (SELECT product_id FROM orders WHERE id = target.value))
        WHEN 'sub_' THEN (SELECT name FROM products WHERE id =
          (SELECT product_id FROM subscription_items WHERE subscription_id = target.value LIMIT 1))
        WHEN 'cmp_' THEN (SELECT name FROM products WHERE id = coalesce(
          (SELECT product_id FROM gifts WHERE id = target.value), (SELECT product_id FROM claims WHERE id = target.value)))
      END AS name
    FROM json_each(${JSON.stringify(ids)}) AS target LEFT JOIN users ON users.id =
      CASE substr(target.value, 1, 4)
        WHEN 'usr_' THEN target.value
        WHEN 'ord_' THEN (SELECT user_id FROM orders WHERE id = target.value)
        WHEN 'sub_' THEN (SELECT user_id FROM subscriptions WHERE id = target.value)
        WHEN 'lic_' THEN (SELECT user_id FROM license_keys WHERE id = target.value)
        WHEN 'cmp_' THEN (SELECT user_id FROM gifts WHERE id = target.value)
      END`);
}

/** How many products, and how many purchases, licenses and gifts each, one search looks at. */
const MAX_FOUND = 50;

/** Returns the ids of products with this text in their name, and of these users and of what they have. */
export async function listIdsByName(
  db: Database,
  search: string,
  userIds: string[],
): Promise<string[]> {
  const ofUsers = (table: "orders" | "subscriptions" | "license_keys" | "gifts") =>
    db.all<{ id: string }>(sql`SELECT id FROM ${sql.identifier(table)}
      WHERE user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)})) LIMIT ${MAX_FOUND}`);
  const found = await Promise.all([
    db.all<{ id: string }>(idsWithPart("product", search, MAX_FOUND)),
    ...(userIds.length === 0
      ? []
      : (["orders", "subscriptions", "license_keys", "gifts"] as const).map(ofUsers)),
  ]);
  return [...userIds, ...found.flat().map(({ id }) => id)];
}
