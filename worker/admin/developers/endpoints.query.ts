import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database } from "../../db/client.ts";

/** The newest deliveries among which the latest attempt is looked for. */
const RECENT_DELIVERIES = 50;
/** Waiting events are counted up to here. */
export const MAX_WAITING = 1000;

/**
 * A webhook endpoint in the console, without its secret. Times in unix milliseconds.
 * - `types`: the event types it gets; `["*"]` for all
 * - `statusReason`: why it is not enabled
 * - `failingSince`: since when every attempt fails; null after a success
 * - `lastAttemptAt`: the latest attempt among the newest deliveries, and `lastStatus` its HTTP status
 * - `previousSecretUntil`: until when the secret before the last roll signs too
 */
export type ListedEndpoint = {
  id: string;
  url: string;
  description: string;
  types: string[];
  status: "enabled" | "disabled" | "paused";
  statusReason: string | null;
  failingSince: number | null;
  previousSecretUntil: number | null;
  createdAt: number;
  lastAttemptAt: number | null;
  lastStatus: number | null;
};

type Row = Omit<ListedEndpoint, "types" | "lastAttemptAt" | "lastStatus"> & {
  types: string;
  lastAttempt: string | null;
};

const columns = sql`e.id, e.url, e.description, e.types, e.status, e.status_reason AS "statusReason",
  e.failing_since AS "failingSince", e.previous_secret_until AS "previousSecretUntil", e.created_at AS "createdAt",
  (SELECT json_object('at', attempted_at, 'status', response_status) FROM (
    SELECT attempted_at, response_status FROM webhook_deliveries
    WHERE endpoint_id = e.id ORDER BY sequence DESC LIMIT ${RECENT_DELIVERIES})
    WHERE attempted_at IS NOT NULL ORDER BY attempted_at DESC LIMIT 1) AS "lastAttempt"`;

function toEndpoint({ types, lastAttempt, ...row }: Row): ListedEndpoint {
  const last = JSON.parse(lastAttempt ?? "{}") as { at?: number; status?: number | null };
  return {
    ...row,
    types: JSON.parse(types) as string[],
    lastAttemptAt: last.at ?? null,
    lastStatus: last.status ?? null,
  };
}

/** Lists the endpoints of a mode, oldest first. */
export async function listEndpoints(db: Database, mode: Mode): Promise<ListedEndpoint[]> {
  const rows = await db.all<Row>(
    sql`SELECT ${columns} FROM webhook_endpoints e WHERE e.mode = ${mode} ORDER BY e.created_at`,
  );
  return rows.map(toEndpoint);
}

/** Returns one endpoint; undefined if there is none in this mode. */
export async function findEndpoint(
  db: Database,
  mode: Mode,
  id: string,
): Promise<ListedEndpoint | undefined> {
  const [row] = await db.all<Row>(
    sql`SELECT ${columns} FROM webhook_endpoints e WHERE e.id = ${id} AND e.mode = ${mode}`,
  );
  return row && toEndpoint(row);
}

/**
 * Counts the events that an endpoint has not got yet, up to `MAX_WAITING`: those with a pending delivery, and those in
 * the feed after its cursor.
 */
export async function countWaiting(db: Database, id: string): Promise<number> {
  const [row] = await db.all<{ count: number }>(
    sql`SELECT (SELECT count(*) FROM (SELECT 1 FROM webhook_deliveries
          WHERE endpoint_id = ${id} AND status = 'pending' LIMIT ${MAX_WAITING}))
        + (SELECT count(*) FROM (SELECT f.type, f.mode FROM feed_events f
            WHERE f.sequence > (SELECT planned_up_to FROM webhook_endpoints WHERE id = ${id})
            ORDER BY f.sequence LIMIT ${MAX_WAITING}) event
          JOIN webhook_endpoints e ON e.id = ${id} AND e.mode = event.mode
          WHERE EXISTS (SELECT 1 FROM json_each(e.types) WHERE value IN ('*', event.type))) AS count`,
  );
  return Math.min(row?.count ?? 0, MAX_WAITING);
}
