import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/**
 * A recorded state of an object: an order, a subscription, a gift, a grant or a license key. `data` is its JSON in the
 * feed; of a license key only the status. `names` are the present names of the products in a subscription, by id, as
 * JSON. `at` is in unix milliseconds.
 */
export type HistoryRow = {
  sequence: number;
  objectId: string;
  data: string;
  names: string | null;
  actorType: "user" | "key" | "system";
  actorId: string;
  requestId: string;
  at: number;
};

/**
 * Lists every recorded state of what the user has or had, oldest first. Objects are found by their rows, so that what
 * came from a merged account, and a gift from before it was claimed, is there too. Devices are no part of the history.
 */
export async function listHistory(
  db: Database,
  input: { userId: string; mode: Mode },
): Promise<HistoryRow[]> {
  const ofUser = sql`WHERE user_id = ${input.userId}`;
  const rows = await db.all<HistoryRow>(sql`
    SELECT sequence, object_id AS "objectId", actor_type AS "actorType", actor_id AS "actorId",
      request_id AS "requestId", created_at AS at,
      CASE WHEN type LIKE 'license.%' THEN json_object('status', data ->> 'status') ELSE data END AS data,
      CASE WHEN type LIKE 'subscription.%' THEN (SELECT json_group_object(p.id, p.name) FROM products p
        WHERE p.id IN (SELECT value ->> 'productId' FROM json_each(data, '$.items'))) END AS names
    FROM feed_events
    WHERE object_id IN (
        SELECT id FROM orders ${ofUser} UNION ALL SELECT id FROM subscriptions ${ofUser}
        UNION ALL SELECT id FROM gifts ${ofUser} UNION ALL SELECT id FROM grants ${ofUser}
        UNION ALL SELECT id FROM license_keys ${ofUser})
      AND mode = ${input.mode} AND type NOT IN ('license.activated', 'license.deactivated')`);
  // Found object by object, so no index has them in order.
  return rows.toSorted((a, b) => a.sequence - b.sequence);
}
