import { sql } from "drizzle-orm";
import type { Statement } from "../db/client.ts";

/** The SQL of an event's data without personal data, from the columns `type` and `data`. */
export const erasedText = `CASE
    WHEN type LIKE 'customer.%' THEN json_set(data, '$.name', NULL, '$.email', NULL,
      '$.emailVerified', json('false'), '$.identities', json('[]'), '$.externalId', NULL, '$.metadata', json('{}'))
    WHEN type LIKE 'license.%' OR type LIKE 'imported_key.%' THEN json_remove(
      json_set(data, '$.key', '', '$.licensee', NULL, '$.activations', json('[]')), '$.row')
    WHEN type LIKE 'gift.%' THEN json_set(data, '$.note', '', '$.issuer', NULL, '$.subject', NULL, '$.email', NULL,
      '$.message', NULL)
    ELSE json_replace(data, '$.metadata', json('{}')) END`;

/**
 * Returns the writes that remove the personal data from every event of a deleted user: name, email, identities, license
 * keys and devices, the recipient of a gift, and what a program attached to the user or a purchase. The events stay.
 * Archived ones are erased by a job within minutes (`eraseArchivedEvents`), and read without personal data from now on.
 * Put the writes after the last event of the batch; they do nothing unless the user is then marked as deleted.
 */
export function eraseEvents(userId: string): Statement[] {
  return [
    { toSQL: () => ({ sql: ERASE, params: [userId] }) },
    sql`INSERT OR IGNORE INTO feed_erasures (chunk_id, user_id)
      SELECT c.value, u.user_id FROM feed_chunk_users u, json_each(u.chunks) c
      WHERE u.user_id = ${userId}
        AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status = 'deleted')`,
    // Gifts and license keys are gone, and the user was recorded as deleted.
    sql`UPDATE feed_newest SET objects = (
        SELECT json_group_object(key, json_remove(value, '$[1].metadata')) FROM json_each(feed_newest.objects)
        WHERE key <> ${userId} AND substr(key, 1, 4) NOT IN ('cmp_', 'lic_'))
      WHERE user_id = ${userId}
        AND EXISTS (SELECT 1 FROM users WHERE id = ${userId} AND status = 'deleted')`,
  ];
}

/**
 * Returns the write that moves what `feed_newest` has of one user's objects to another, when accounts are merged. What
 * belongs to the account itself stays: the user and the entitlements. The others are marked as different, so that
 * `recordEvents` records that they have another customer.
 */
export const moveNewest = (fromId: string, intoId: string): Statement =>
  sql`INSERT INTO feed_newest (user_id, mode, objects)
    SELECT ${intoId}, n.mode, json_group_object(key, json_set(value, '$[1].formerCustomerId', n.user_id))
    FROM feed_newest n, json_each(n.objects)
    WHERE n.user_id = ${fromId} AND key <> n.user_id AND key NOT LIKE ':%' GROUP BY n.mode
    ON CONFLICT (user_id, mode) DO UPDATE SET objects = json_patch(objects, excluded.objects)`;

// A gift that was claimed, and an imported license key, have events from before they had a user. These are never
// archived, nor is the newest event of such an object.
const ERASE = `UPDATE feed_events SET data = ${erasedText}
  WHERE EXISTS (SELECT 1 FROM users WHERE id = ?1 AND status = 'deleted')
    AND sequence IN (
      SELECT sequence FROM feed_events WHERE user_id = ?1
      UNION ALL
      SELECT g.sequence FROM feed_events g WHERE g.user_id IS NULL AND g.object_id IN
        (SELECT CASE WHEN e.type LIKE 'gift.%' THEN e.object_id ELSE 'imported:' || e.object_id END
          FROM feed_events e WHERE e.user_id = ?1 AND (e.type LIKE 'gift.%' OR e.type LIKE 'license.%')))`;
