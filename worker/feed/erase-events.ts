import { sql } from "drizzle-orm";
import type { Statement } from "../db/client.ts";

/** The SQL of an event's data without personal data, from the columns `type` and `data`. */
export const erasedText = `CASE
    WHEN type LIKE 'customer.%' THEN json_set(data, '$.name', NULL, '$.email', NULL,
      '$.emailVerified', json('false'), '$.identities', json('[]'))
    WHEN type LIKE 'license.%' OR type LIKE 'imported_key.%' THEN json_remove(
      json_set(data, '$.key', '', '$.licensee', NULL, '$.activations', json('[]')), '$.row')
    WHEN type LIKE 'gift.%' THEN json_set(data, '$.note', '', '$.issuer', NULL, '$.subject', NULL, '$.email', NULL)
    ELSE json_replace(data, '$.metadata', json('{}')) END`;

/**
 * Returns the writes that remove the personal data from every event of a deleted user: name, email, identities, license
 * keys and devices, the recipient of a gift, and what a program attached to a purchase. The events stay. Archived ones
 * are erased by a job within minutes (`eraseArchivedEvents`), and read without personal data from now on. Put the
 * writes after the last event of the batch; they do nothing unless the user is then marked as deleted.
 */
export function eraseEvents(userId: string): Statement[] {
  return [
    { toSQL: () => ({ sql: ERASE, params: [userId] }) },
    sql`INSERT OR IGNORE INTO feed_erasures (chunk_id, user_id)
      SELECT c.value, u.user_id FROM feed_chunk_users u, json_each(u.chunks) c
      WHERE u.user_id = ${userId}
        AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status = 'deleted')`,
  ];
}

// A gift that was claimed, and an imported license key, have events from before they had a user. These are never
// archived.
const ERASE = `UPDATE feed_events SET data = ${erasedText}
  WHERE EXISTS (SELECT 1 FROM users WHERE id = ?1 AND status = 'deleted')
    AND sequence IN (
      SELECT sequence FROM feed_events WHERE user_id = ?1
      UNION ALL
      SELECT g.sequence FROM feed_events g WHERE g.user_id IS NULL AND g.object_id IN
        (SELECT CASE WHEN e.type LIKE 'gift.%' THEN e.object_id ELSE 'imported:' || e.object_id END
          FROM feed_events e WHERE e.user_id = ?1 AND (e.type LIKE 'gift.%' OR e.type LIKE 'license.%')))`;
