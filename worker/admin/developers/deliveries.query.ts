import { sql, type SQL } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

export type DeliveryStatus = "pending" | "delivered" | "failed";

/**
 * A delivery in the console. Times in unix milliseconds. `type` is the event's. `responseStatus` and `error` are about
 * the latest attempt; `responseStatus` is null if there was no answer.
 */
export type ListedDelivery = {
  id: string;
  endpointId: string;
  sequence: number;
  type: string;
  status: DeliveryStatus;
  attempts: number;
  nextAttemptAt: number;
  responseStatus: number | null;
  error: string | null;
  durationMs: number | null;
  attemptedAt: number | null;
  createdAt: number;
};

const columns = sql`d.id, d.endpoint_id AS "endpointId", d.sequence, f.type, d.status, d.attempts,
  d.next_attempt_at AS "nextAttemptAt", d.response_status AS "responseStatus", d.error,
  d.duration_ms AS "durationMs", d.attempted_at AS "attemptedAt", d.created_at AS "createdAt"`;

/**
 * Lists the deliveries of an endpoint, newest event first.
 * @param input.before, input.after the sequences between which to look; `after` bounds the rows that a filter reads
 */
export function listDeliveriesOfEndpoint(
  db: Database,
  input: {
    endpointId: string;
    status?: DeliveryStatus | undefined;
    before: number;
    after: number;
    limit: number;
  },
): Promise<ListedDelivery[]> {
  const { endpointId, status, before, after, limit } = input;
  return db.all<ListedDelivery>(
    sql`SELECT ${columns} FROM webhook_deliveries d JOIN feed_events f ON f.sequence = d.sequence
      WHERE d.endpoint_id = ${endpointId} AND d.sequence < ${before} AND d.sequence > ${after}
        ${isInStatus(status)}
      ORDER BY d.sequence DESC LIMIT ${limit}`,
  );
}

/** Failed deliveries have an index of their own. For the others, `+` keeps the index that is in the list's order. */
function isInStatus(status: DeliveryStatus | undefined): SQL {
  if (status === undefined) return sql``;
  return status === "failed" ? sql`AND d.status = 'failed'` : sql`AND +d.status = ${status}`;
}

/** Lists the deliveries of one event, with the URLs of their endpoints. */
export function listDeliveriesOfEvent(
  db: Database,
  mode: Mode,
  sequence: number,
): Promise<(ListedDelivery & { url: string })[]> {
  return db.all(
    sql`SELECT ${columns}, e.url FROM webhook_endpoints e
      JOIN webhook_deliveries d ON d.endpoint_id = e.id AND d.sequence = ${sequence}
      JOIN feed_events f ON f.sequence = d.sequence
      WHERE e.mode = ${mode} ORDER BY e.created_at`,
  );
}

/** A delivery with its endpoint's URL, the answer to the latest attempt, and its event. */
export type DeliveryRow = ListedDelivery & {
  url: string;
  responseBody: string | null;
  userId: string | null;
  data: string;
  eventCreatedAt: number;
};

/** Returns one delivery; undefined if its endpoint has none with this id in this mode. */
export async function findDelivery(
  db: Database,
  input: { mode: Mode; endpointId: string; id: string },
): Promise<DeliveryRow | undefined> {
  const { mode, endpointId, id } = input;
  const [row] = await db.all<DeliveryRow>(
    sql`SELECT ${columns}, e.url, d.response_body AS "responseBody", f.user_id AS "userId", f.data,
        f.created_at AS "eventCreatedAt"
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.id = d.endpoint_id
      JOIN feed_events f ON f.sequence = d.sequence
      WHERE d.id = ${id} AND d.endpoint_id = ${endpointId} AND e.mode = ${mode}`,
  );
  return row;
}
