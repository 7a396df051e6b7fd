import { sql } from "drizzle-orm";
import { matches, type Database, type Statement } from "../db/client.ts";
import { customerTags } from "../db/schema/customer-notes.ts";

/** How many tags a customer may have. */
export const MAX_TAGS = 20;

/** Tags a customer, unless they have the tag or as many as they may, or the account is deleted. */
export function insertTag({ userId, tag }: { userId: string; tag: string }): Statement {
  return sql`INSERT OR IGNORE INTO customer_tags (user_id, tag)
    SELECT id, ${tag} FROM users WHERE id = ${userId} AND status <> 'deleted'
      AND (SELECT count(*) FROM customer_tags WHERE user_id = ${userId}) < ${MAX_TAGS}`;
}

export function deleteTag(db: Database, input: { userId: string; tag: string }): Statement {
  return db.delete(customerTags).where(matches(customerTags, input));
}

/** Selects the tags of a customer, in alphabetical order. */
export const selectTags = (db: Database, userId: string) =>
  db
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(matches(customerTags, { userId }))
    .orderBy(customerTags.tag);

/** Returns all tags in use, in alphabetical order: each is found by the index, however many customers have it. */
export async function listTags(db: Database, limit: number): Promise<string[]> {
  const rows = await db.all<{ tag: string }>(sql`
    WITH RECURSIVE found (tag) AS (
      SELECT min(tag) FROM customer_tags
      UNION ALL SELECT (SELECT min(tag) FROM customer_tags WHERE customer_tags.tag > found.tag) FROM found
        WHERE found.tag IS NOT NULL
      LIMIT ${limit + 1})
    SELECT tag FROM found WHERE tag IS NOT NULL`);
  return rows.map(({ tag }) => tag);
}

/** Gives the tags of an account to the one that it is merged into. */
export const moveTags = (_db: Database, fromId: string, intoId: string): Statement[] => [
  sql`INSERT OR IGNORE INTO customer_tags (user_id, tag)
    SELECT ${intoId}, tag FROM customer_tags WHERE user_id = ${fromId}`,
  sql`DELETE FROM customer_tags WHERE user_id = ${fromId}`,
];
