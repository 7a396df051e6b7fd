import type { Statement } from "../db/client.ts";

/**
 * Returns the write that removes the personal data from every event of a deleted user: name, email, identities, license
 * keys and devices, the recipient of a gift, and what a program attached to a purchase. The events stay. Put it after the last event of the batch; it does
 * nothing unless the user is then marked as deleted.
 */
export function eraseEvents(userId: string): Statement {
  return { toSQL: () => ({ sql: ERASE, params: [userId] }) };
}

// A gift that was claimed, and an imported license key, have events from before they had a user.
const ERASE = `UPDATE feed_events SET data = CASE
    WHEN type LIKE 'customer.%' THEN json_set(data, '$.name', NULL, '$.email', NULL,
      '$.emailVerified', json('false'), '$.identities', json('[]'))
    WHEN type LIKE 'license.%' OR type LIKE 'imported_key.%' THEN json_remove(
      json_set(data, '$.key', '', '$.licensee', NULL, '$.activations', json('[]')), '$.row')
    WHEN type LIKE 'gift.%' THEN json_set(data, '$.note', '', '$.issuer', NULL, '$.subject', NULL, '$.email', NULL)
    ELSE json_replace(data, '$.metadata', json('{}')) END
  WHERE EXISTS (SELECT 1 FROM users WHERE id = ?1 AND status = 'deleted')
    AND sequence IN (
      SELECT sequence FROM feed_events WHERE user_id = ?1
      UNION ALL
      SELECT g.sequence FROM feed_events g WHERE g.user_id IS NULL AND g.object_id IN
        (SELECT CASE WHEN e.type LIKE 'gift.%' THEN e.object_id ELSE 'imported:' || e.object_id END
          FROM feed_events e WHERE e.user_id = ?1 AND (e.type LIKE 'gift.%' OR e.type LIKE 'license.%')))`;
