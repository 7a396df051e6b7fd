import { and, desc, eq, getTableColumns, lt, sql, type SQL } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import type { Database, Statement } from "../db/client.ts";
import { deleteOldest, type OldRows } from "../db/old-rows.ts";
import { webhookDeliveries, webhookEndpoints } from "../db/schema/developers.ts";
import { feedEvents } from "../db/schema/feed.ts";
import { isPublicText } from "../feed/event-types.ts";
import { newId } from "../lib/ids.ts";

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** The next attempt of a delivery that waits for an earlier one of the same user. */
export const AFTER_EARLIER = Number.MAX_SAFE_INTEGER;

/** Events that one run looks at. */
const PLAN_SIZE = 500;

/** The part of a new id that the time determines: prefix, underscore, 10 characters. */
const ID_TIME_LENGTH = 14;

/** Whether an earlier event of the same user is pending at the same endpoint. */
const hasEarlier = sql`EXISTS (
  SELECT 1 FROM webhook_deliveries AS earlier INDEXED BY webhook_deliveries_due
  WHERE earlier.endpoint_id = webhook_deliveries.endpoint_id AND earlier.status = 'pending'
    AND earlier.user_id = webhook_deliveries.user_id
    AND earlier.sequence < webhook_deliveries.sequence)`;

/**
 * Returns the statements that create the deliveries of the next events after the endpoint's cursor, and move the
 * cursor. Only the first pending delivery of a user becomes due: that keeps each user's events in order. Does nothing
 * if `token` is not the token of the endpoint's lease.
 */
export function planDeliveries(input: {
  endpointId: string;
  token: string;
  now: number;
}): Statement[] {
  const { endpointId, token, now } = input;
  const endpoint = sql`webhook_endpoints WHERE id = ${endpointId} AND lease_token = ${token}`;
  const cursor = sql`(SELECT planned_up_to FROM ${endpoint})`;
  const next = sql`(SELECT sequence, type, mode, user_id FROM feed_events
    WHERE sequence > ${cursor} ORDER BY sequence LIMIT ${PLAN_SIZE})`;
  const idTime = newId("whd", now).slice(0, ID_TIME_LENGTH);
  return [
    sql`INSERT INTO webhook_deliveries
          (id, endpoint_id, sequence, user_id, status, next_attempt_at, created_at)
        SELECT ${idTime} || lower(hex(randomblob(8))), endpoint.id, event.sequence,
          coalesce(event.user_id, ''), 'pending', ${AFTER_EARLIER}, ${now}
        FROM (SELECT id, mode, types FROM ${endpoint}) AS endpoint JOIN ${next} AS event
        WHERE event.mode = endpoint.mode AND ${sql.raw(isPublicText("event.type"))} AND EXISTS (
          SELECT 1 FROM json_each(endpoint.types) WHERE value IN ('*', event.type))
        ORDER BY event.sequence
        ON CONFLICT DO NOTHING`,
    sql`UPDATE webhook_deliveries INDEXED BY webhook_deliveries_event SET next_attempt_at = ${now}
        WHERE endpoint_id = ${endpointId} AND sequence > ${cursor} AND status = 'pending'
          AND NOT ${hasEarlier}`,
    sql`UPDATE webhook_endpoints SET planned_up_to =
          coalesce((SELECT max(sequence) FROM ${next}), planned_up_to)
        WHERE id = ${endpointId} AND lease_token = ${token}`,
  ];
}

/**
 * A due delivery. `event` is JSON: the `type`, `userId`, `data` and `createdAt` of its row in the feed, or null if the
 * feed no longer has it.
 */
export type DueDelivery = Pick<
  DeliveryRow,
  "id" | "sequence" | "userId" | "attempts" | "createdAt"
> & { event: string | null };

/** Selects due deliveries with their events, the longest overdue first. The columns are those of `DueDelivery`. */
export function selectDue(input: { endpointId: string; now: number; limit: number }): Statement {
  return sql`SELECT due.id, due.sequence, due.user_id AS userId, due.attempts,
        due.created_at AS createdAt, iif(event.sequence IS NULL, NULL, json_object(
          'type', event.type, 'userId', event.user_id, 'data', event.data,
          'createdAt', event.created_at)) AS event
      FROM webhook_deliveries AS due INDEXED BY webhook_deliveries_next
      LEFT JOIN feed_events AS event ON event.sequence = due.sequence
      WHERE due.endpoint_id = ${input.endpointId} AND due.status = 'pending'
        AND due.next_attempt_at <= ${input.now}
      ORDER BY due.next_attempt_at, due.sequence LIMIT ${input.limit}`;
}

/** The result of an attempt, as the row keeps it. */
export type DeliveryResult = Pick<
  DeliveryRow,
  "id" | "status" | "nextAttemptAt" | "responseStatus" | "error" | "responseBody" | "durationMs"
>;

/** Writes the results of attempts, and counts the attempts. */
export function saveResults(results: DeliveryResult[], now: number): Statement {
  return sql`UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = ${now},
        status = value->>'status', next_attempt_at = value->>'nextAttemptAt',
        response_status = value->>'responseStatus', error = value->>'error',
        response_body = value->>'responseBody', duration_ms = value->>'durationMs'
      FROM json_each(${JSON.stringify(results)})
      WHERE webhook_deliveries.id = value->>'id' AND status = 'pending'`;
}

/** Makes the next delivery of each user due, if it waited for one that is now finished. */
export function startNextDeliveries(input: {
  endpointId: string;
  userIds: string[];
  now: number;
}): Statement {
  return sql`UPDATE webhook_deliveries SET next_attempt_at = ${input.now}
      WHERE next_attempt_at = ${AFTER_EARLIER} AND id IN (
        SELECT (SELECT id FROM webhook_deliveries AS first INDEXED BY webhook_deliveries_due
            WHERE endpoint_id = ${input.endpointId} AND user_id = value AND status = 'pending'
            ORDER BY sequence LIMIT 1)
        FROM json_each(${JSON.stringify(input.userIds)}))`;
}

/** Makes the retries of an endpoint due that were scheduled for later, because the endpoint works again. */
export function expediteRetries(endpointId: string, now: number): Statement {
  return sql`UPDATE webhook_deliveries INDEXED BY webhook_deliveries_next SET next_attempt_at = ${now}
      WHERE endpoint_id = ${endpointId} AND status = 'pending'
        AND next_attempt_at > ${now} AND next_attempt_at < ${AFTER_EARLIER}`;
}

/** What is left to do for an endpoint. `dueAt` is null if nothing is pending. */
export type RemainingWork = { hasNewEvents: 0 | 1 | null; dueAt: number | null };

/** Selects what is left to do for an endpoint, as one row of `RemainingWork`. */
export function selectRemainingWork(endpointId: string): Statement {
  return sql`SELECT planned_up_to < (SELECT max(sequence) FROM feed_events) AS hasNewEvents,
        (SELECT next_attempt_at FROM webhook_deliveries INDEXED BY webhook_deliveries_next
          WHERE endpoint_id = ${endpointId} AND status = 'pending'
          ORDER BY next_attempt_at LIMIT 1) AS dueAt
      FROM webhook_endpoints WHERE id = ${endpointId}`;
}

/** A delivery and its event's type; null if the feed no longer has the event. */
export type DeliveryWithEvent = { delivery: DeliveryRow; event: { type: string } | null };

const deliveryWithEvent = {
  delivery: getTableColumns(webhookDeliveries),
  event: { type: feedEvents.type },
};

/** Literals, because a partial index does not match a bound value. */
const hasStatus: Record<DeliveryRow["status"], SQL> = {
  pending: sql`${webhookDeliveries.status} = 'pending'`,
  delivered: sql`${webhookDeliveries.status} = 'delivered'`,
  failed: sql`${webhookDeliveries.status} = 'failed'`,
};

/** Returns deliveries of an endpoint, newest event first, before the event with the sequence `before`. */
export function listDeliveryRows(
  db: Database,
  input: {
    endpointId: string;
    status?: DeliveryRow["status"] | undefined;
    before?: number | undefined;
    limit: number;
  },
): Promise<DeliveryWithEvent[]> {
  const { endpointId, status, before, limit } = input;
  return db
    .select(deliveryWithEvent)
    .from(webhookDeliveries)
    .leftJoin(feedEvents, eq(feedEvents.sequence, webhookDeliveries.sequence))
    .where(
      and(
        eq(webhookDeliveries.endpointId, endpointId),
        status && hasStatus[status],
        before === undefined ? undefined : lt(webhookDeliveries.sequence, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.sequence))
    .limit(limit);
}

/** Returns a delivery of an endpoint of this mode. */
export function findDelivery(
  db: Database,
  mode: Mode,
  id: string,
): Promise<DeliveryWithEvent | undefined> {
  return db
    .select(deliveryWithEvent)
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .leftJoin(feedEvents, eq(feedEvents.sequence, webhookDeliveries.sequence))
    .where(and(eq(webhookDeliveries.id, id), eq(webhookEndpoints.mode, mode)))
    .get();
}

/** Makes a delivery pending, in any state. `makePendingDue` starts it. */
export function restartDelivery(db: Database, id: string): Statement {
  return db
    .update(webhookDeliveries)
    .set({ status: "pending", nextAttemptAt: AFTER_EARLIER })
    .where(eq(webhookDeliveries.id, id));
}

/** Makes failed deliveries pending whose events happened at `since` or later. `makePendingDue` starts them. */
export function restartFailedDeliveries(input: { endpointId: string; since: number }): Statement {
  return sql`UPDATE webhook_deliveries INDEXED BY webhook_deliveries_failed
      SET status = 'pending', next_attempt_at = ${AFTER_EARLIER}
      WHERE endpoint_id = ${input.endpointId} AND status = 'failed' AND EXISTS (
        SELECT 1 FROM feed_events e
        WHERE e.sequence = webhook_deliveries.sequence AND e.created_at >= ${input.since})`;
}

/**
 * Makes the first pending delivery of each user due now, with a new schedule, and lets the later ones wait for it.
 * @param input.userId only those of this user
 */
export function makePendingDue(input: {
  endpointId: string;
  userId?: string;
  now: number;
}): Statement {
  const { endpointId, userId, now } = input;
  const [index, ofUser] =
    userId === undefined
      ? [sql`webhook_deliveries_next`, sql``]
      : [sql`webhook_deliveries_due`, sql`AND user_id = ${userId}`];
  return sql`UPDATE webhook_deliveries INDEXED BY ${index} SET attempts = 0,
        next_attempt_at = iif(${hasEarlier}, ${AFTER_EARLIER}, ${now})
      WHERE endpoint_id = ${endpointId} AND status = 'pending' ${ofUser}
        AND (next_attempt_at < ${AFTER_EARLIER} OR NOT ${hasEarlier})`;
}

/** Counts what waits for an endpoint, as one row with `count`. */
export function countPending(endpointId: string): Statement {
  return sql`SELECT count(*) AS count FROM webhook_deliveries INDEXED BY webhook_deliveries_due
      WHERE endpoint_id = ${endpointId} AND status = 'pending'`;
}

/** The plus keeps SQLite from taking an index of one status, which is not in the order of time. */
const isFinished = (status: "delivered" | "failed") => sql`+status = ${status}`;

/** Deliveries that are finished for long. */
export const oldDeliveries: OldRows[] = [
  deleteOldest(webhookDeliveries, {
    name: "delivered webhooks",
    kind: "delivered_webhooks",
    time: webhookDeliveries.createdAt,
    where: isFinished("delivered"),
  }),
  deleteOldest(webhookDeliveries, {
    name: "failed webhooks",
    kind: "failed_webhooks",
    time: webhookDeliveries.createdAt,
    where: isFinished("failed"),
  }),
];
