import { sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import type { Database, Statement } from "../../db/client.ts";
import type { EventRow } from "./store.ts";
import { erasePayloads } from "./store-payloads.ts";

/** An event, and the customer of ours that it belongs to according to our rows; null if they don't say. */
export type UnmatchedEvent = Pick<
  EventRow,
  "id" | "type" | "stripeCustomerId" | "subjectId" | "receivedAt" | "ignoredReason" | "customerId"
>;

export type IgnoredReason = NonNullable<EventRow["ignoredReason"]>;

const columns = sql`e.id, e.type, e.stripe_customer_id AS "stripeCustomerId", e.subject_id AS "subjectId",
  e.received_at AS "receivedAt", e.ignored_reason AS "ignoredReason", COALESCE(e.customer_id,
    (SELECT id FROM customers WHERE mode = e.mode AND stripe_customer_id = e.stripe_customer_id),
    (SELECT customer_id FROM payments WHERE mode = e.mode AND stripe_charge_id = e.subject_id),
    (SELECT customer_id FROM orders WHERE mode = e.mode AND stripe_payment_intent_id = e.subject_id LIMIT 1),
    (SELECT customer_id FROM subscriptions WHERE mode = e.mode AND latest_payment_intent_id = e.subject_id LIMIT 1)
  ) AS "customerId"`;

/** Returns the unmatched events that are due, in the order in which they became due. */
export function listDueEvents(
  db: Database,
  input: { mode: Mode; now: number; limit: number },
): Promise<UnmatchedEvent[]> {
  return db.all<UnmatchedEvent>(
    sql`SELECT ${columns} FROM events e WHERE e.mode = ${input.mode} AND e.status = 'unmatched'
      AND e.next_attempt_at <= ${input.now} ORDER BY e.next_attempt_at LIMIT ${input.limit}`,
  );
}

/** Returns those of these events that are stored. */
export function listEventsToMatch(
  db: Database,
  input: { mode: Mode; ids: string[] },
): Promise<UnmatchedEvent[]> {
  return db.all<UnmatchedEvent>(
    sql`SELECT ${columns} FROM events e WHERE e.mode = ${input.mode}
      AND e.id IN (SELECT value FROM json_each(${JSON.stringify(input.ids)}))`,
  );
}

/**
 * Marks the customers of these events dirty, and the events as waiting for that sync. The payload of an event about a
 * deleted user is removed.
 */
export function assignEvents(input: {
  mode: Mode;
  events: { id: string; customerId: string }[];
  now: number;
}): Statement[] {
  if (input.events.length === 0) return [];
  const pairs = JSON.stringify(input.events);
  const isFirstTime = sql`events.customer_id IS NULL`;
  const isDeleted = sql`EXISTS (SELECT 1 FROM users WHERE users.id = c.user_id AND users.status = 'deleted')`;
  return [
    sql`UPDATE customers SET dirty_seq = dirty_seq + 1, enqueued_seq = dirty_seq + 1
        WHERE id IN (SELECT value ->> 'customerId' FROM json_each(${pairs}))`,
    sql`UPDATE events SET status = 'received', done_at = NULL, ignored_reason = NULL, next_attempt_at = NULL,
          customer_id = c.id, dirty_seq = c.dirty_seq,
          attempts = CASE WHEN ${isFirstTime} THEN 0 ELSE events.attempts END,
          error = CASE WHEN ${isFirstTime} THEN NULL ELSE events.error END,
          payload_removed_at = CASE WHEN ${isDeleted} THEN COALESCE(payload_removed_at, ${input.now}) ELSE payload_removed_at END
        FROM json_each(${pairs}) pair JOIN customers c ON c.id = pair.value ->> 'customerId'
        WHERE events.mode = ${input.mode} AND events.id = pair.value ->> 'id'`,
    ...erasePayloads(
      sql`mode = ${input.mode} AND payload_removed_at = ${input.now}
        AND id IN (SELECT value ->> 'id' FROM json_each(${pairs}))`,
      input.now,
    ),
  ];
}

/** Ends events that are not ours. */
export function ignoreEvents(input: {
  mode: Mode;
  ids: string[];
  reason: IgnoredReason;
}): Statement {
  return sql`UPDATE events SET status = 'ignored', ignored_reason = ${input.reason}, next_attempt_at = NULL
      WHERE mode = ${input.mode} AND customer_id IS NULL
        AND id IN (SELECT value FROM json_each(${JSON.stringify(input.ids)}))`;
}

/**
 * Records a failed attempt to place events. The delay before the next one doubles from `firstDelayMs` to `maxDelayMs`.
 */
export function postponeEvents(input: {
  mode: Mode;
  ids: string[];
  error: string;
  now: number;
  firstDelayMs: number;
  maxDelayMs: number;
}): Statement {
  return sql`UPDATE events SET status = 'unmatched', ignored_reason = NULL, attempts = attempts + 1, error = ${input.error},
        next_attempt_at = ${input.now} + min(${input.maxDelayMs}, ${input.firstDelayMs} * (1 << min(attempts, 20)))
      WHERE mode = ${input.mode} AND customer_id IS NULL
        AND id IN (SELECT value FROM json_each(${JSON.stringify(input.ids)}))`;
}

/**
 * Returns when the oldest unmatched event arrived (Unix milliseconds), reading at most `limit` of them; null if none.
 */
export async function findOldestUnmatchedTime(
  db: Database,
  mode: Mode,
  limit: number,
): Promise<number | null> {
  const [row] = await db.all<{ at: number | null }>(
    sql`SELECT min(received_at) AS at FROM (
      SELECT received_at FROM events WHERE mode = ${mode} AND status = 'unmatched' LIMIT ${limit})`,
  );
  return row?.at ?? null;
}
