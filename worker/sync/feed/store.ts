import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** A grant or key that ended by its date, and its user. `giftId`: the gift of this mode that ended with it. */
export type Ending = { userId: string; at: number; id: string; giftId: string | null };

/**
 * Lists the grants and license keys whose end is after `after` and not after `until`, in the order of their ends.
 * @param input.after the last ending that was handled
 * @param input.until unix milliseconds
 */
export function listEndings(
  db: Database,
  input: { mode: Mode; after: Pick<Ending, "at" | "id">; until: number; limit: number },
): Promise<Ending[]> {
  const { mode, after, until, limit } = input;
  return db.all<Ending>(sql`
    SELECT user_id AS userId, ends_at AS at, id,
      CASE WHEN source_type = 'gift' AND mode = ${mode} THEN source_id END AS giftId FROM grants
    WHERE revoked_at IS NULL AND ends_at >= ${after.at} AND ends_at <= ${until}
      AND (ends_at > ${after.at} OR id > ${after.id})
    UNION ALL
    SELECT k.user_id, k.expires_at, k.id, NULL FROM benefits b CROSS JOIN license_keys k ON k.benefit_id = b.id
    WHERE b.type = 'license_key' AND k.expires_at >= ${after.at} AND k.expires_at <= ${until}
      AND (k.expires_at > ${after.at} OR k.id > ${after.id}) AND k.user_id IS NOT NULL
    ORDER BY at, id LIMIT ${limit}`);
}

/** The lists that the walk goes through, in this order. */
export const walkedLists = ["products", "claims", "users"] as const;

export type WalkedList = (typeof walkedLists)[number];

/** Lists the ids of a page of both modes, after `after` in the order of the ids. */
export async function listIdsAfter(
  db: Database,
  input: { list: WalkedList; after: string; limit: number },
): Promise<string[]> {
  const rows = await db.all<{ id: string }>(
    sql`SELECT id FROM ${sql.identifier(input.list)} WHERE id > ${input.after} ORDER BY id LIMIT ${input.limit}`,
  );
  return rows.map(({ id }) => id);
}
