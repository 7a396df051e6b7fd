import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";
import { isPublicText } from "../../feed/event-types.ts";

/** The newest deliveries of an endpoint among which its latest attempt is looked for. */
const RECENT_DELIVERIES = 50;
/** Waiting events are counted up to here. */
const MAX_WAITING = 1000;

/** The latest attempt at an endpoint. `at` in unix milliseconds; `status` is null if there was no answer. */
export type LastAttempt = { endpointId: string; at: number; status: number | null };

/** Returns the latest attempt at each endpoint that has one among its newest deliveries. */
export async function listLastAttempts(db: Database, mode: Mode): Promise<LastAttempt[]> {
  // Beside max(), SQLite returns the other columns of the same row.
  const rows = await db.all<{ endpointId: string; lastAttempt: string }>(
    sql`SELECT e.id AS "endpointId", (SELECT json_object('at', max(attempted_at), 'status', response_status)
        FROM (SELECT attempted_at, response_status FROM webhook_deliveries
          WHERE endpoint_id = e.id ORDER BY sequence DESC LIMIT ${RECENT_DELIVERIES})) AS "lastAttempt"
      FROM webhook_endpoints e WHERE e.mode = ${mode}`,
  );
  return rows.flatMap(({ endpointId, lastAttempt }) => {
    const { at, status } = JSON.parse(lastAttempt) as { at: number | null; status: number | null };
    return at === null ? [] : [{ endpointId, at, status }];
  });
}

/**
 * Counts the events that an endpoint has not got yet: those with a pending delivery, and those in the feed after its
 * cursor.
 * @returns the count, and whether there may be more
 */
export async function countWaiting(
  db: Database,
  id: string,
): Promise<{ count: number; isCapped: boolean }> {
  const [row] = await db.all<{ pending: number; unplanned: number; scanned: number }>(
    sql`WITH next AS (SELECT f.type, f.mode FROM feed_events f
        WHERE f.sequence > (SELECT planned_up_to FROM webhook_endpoints WHERE id = ${id})
        ORDER BY f.sequence LIMIT ${MAX_WAITING})
      SELECT (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries
          WHERE endpoint_id = ${id} AND status = 'pending' LIMIT ${MAX_WAITING})) AS pending,
        (SELECT count(*) FROM next) AS scanned,
        (SELECT count(*) FROM webhook_endpoints e JOIN next ON next.mode = e.mode
          WHERE e.id = ${id} AND ${sql.raw(isPublicText("next.type"))}
            AND EXISTS (SELECT 1 FROM json_each(e.types) WHERE value IN ('*', next.type))) AS unplanned`,
  );
  const { pending, unplanned, scanned } = row ?? { pending: 0, unplanned: 0, scanned: 0 };
  return { count: pending + unplanned, isCapped: pending >= MAX_WAITING || scanned >= MAX_WAITING };
}
