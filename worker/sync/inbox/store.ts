import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config/config.ts";
import { isOneOf, type Database } from "../../db/client.ts";
import { events } from "../../db/schema/inbox.ts";

export type EventRow = typeof events.$inferSelect;
export type NewEvent = Pick<
  EventRow,
  "id" | "mode" | "type" | "stripeCustomerId" | "payload" | "createdAt" | "receivedAt"
> & { stripePaymentIntentId: string | null };
export type StoredEvent = Pick<EventRow, "status" | "customerId">;

const BY_STRIPE_ID = "customers.mode = ?1 AND customers.stripe_customer_id = ?2";
const BY_PAYMENT = `customers.id = COALESCE(
  (SELECT customer_id FROM orders WHERE mode = ?1 AND stripe_payment_intent_id = ?2 LIMIT 1),
  (SELECT customer_id FROM subscriptions WHERE mode = ?1 AND latest_payment_intent_id = ?2 LIMIT 1),
  (SELECT customer_id FROM payments WHERE mode = ?1 AND stripe_payment_intent_id = ?2 LIMIT 1))`;

const IS_DELETED =
  "EXISTS (SELECT 1 FROM users WHERE users.id = customers.user_id AND users.status = 'deleted')";

/**
 * Returns the statements that store a webhook event, to run in one batch: one inserts the event once, the other marks
 * its customer dirty if the event is new. The customer is found by Stripe's customer id or, for refunds and disputes,
 * which name none, by the payment of one of our orders or subscriptions, also an earlier one. An event without a known customer is stored as
 * `ignored`. The payload of an event about a deleted user is not stored.
 *
 * Raw SQL: building both statements with Drizzle would take a third of the time it takes to run them.
 * @returns the insertion, which returns a `StoredEvent` for a new event and no row otherwise; and the dirty mark, which
 *   returns `isExpected`: 1 if the customer's latest waiting event has not been attempted yet, so its message is still
 *   in the queue
 */
export function storeEvent(
  db: Database,
  event: NewEvent,
): [insertion: D1PreparedStatement, mark: D1PreparedStatement] {
  const isNamed = event.stripeCustomerId !== null;
  const subject = isNamed ? BY_STRIPE_ID : BY_PAYMENT;
  const key = [event.mode, isNamed ? event.stripeCustomerId : event.stripePaymentIntentId];
  return [
    db.$client
      .prepare(
        `INSERT INTO events (mode, stripe_customer_id, id, type, payload, payload_removed_at, created_at, received_at, customer_id, dirty_seq, status)
          SELECT ?1, ?3, ?4, ?5, CASE WHEN ${IS_DELETED} THEN '' ELSE ?6 END, CASE WHEN ${IS_DELETED} THEN ?8 END,
            ?7, ?8, customers.id, customers.dirty_seq + 1,
            CASE WHEN customers.id IS NULL THEN 'ignored' ELSE 'received' END
          FROM (SELECT 1) LEFT JOIN customers ON ${subject} WHERE true
          ON CONFLICT DO NOTHING RETURNING status, customer_id AS customerId`,
      )
      .bind(
        ...key,
        event.stripeCustomerId,
        event.id,
        event.type,
        event.payload,
        event.createdAt,
        event.receivedAt,
      ),
    db.$client
      .prepare(
        `UPDATE customers SET dirty_seq = dirty_seq + 1 WHERE changes() > 0 AND ${subject}
          RETURNING 0 IS (SELECT attempts FROM events WHERE customer_id = customers.id AND status = 'received'
            AND dirty_seq < customers.dirty_seq ORDER BY dirty_seq DESC LIMIT 1) AS isExpected`,
      )
      .bind(...key),
  ];
}

export function findEvent(db: Database, mode: Mode, id: string) {
  return db
    .select()
    .from(events)
    .where(and(eq(events.mode, mode), eq(events.id, id)))
    .get();
}

const isWaiting = (customerId: string) =>
  and(eq(events.customerId, customerId), inArray(events.status, ["received", "dead"]));

/** Marks events as done that a sync has covered. */
export function markEventsDone(
  db: Database,
  input: { customerId: string; upToSeq: number; now: number },
) {
  return db
    .update(events)
    .set({ status: "done", doneAt: input.now, error: null })
    .where(and(isWaiting(input.customerId), lte(events.dirtySeq, input.upToSeq)));
}

export function recordFailure(db: Database, input: { customerId: string; error: string }) {
  return db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, error: input.error })
    .where(isWaiting(input.customerId));
}

export function markEventsDead(db: Database, customerId: string) {
  return db
    .update(events)
    .set({ status: "dead" })
    .where(and(eq(events.customerId, customerId), eq(events.status, "received")));
}

/** Stores a catalog event, unless it is already stored. */
export function insertCatalogEvent(db: Database, event: NewEvent) {
  const { stripePaymentIntentId: _, ...row } = event;
  return db
    .insert(events)
    .values({ ...row, customerId: null, dirtySeq: null, status: "received" })
    .onConflictDoNothing();
}

type EventIds = { ids: string[]; mode: Mode };

/** Returns which of these events are stored. */
export function listKnownEventIds(db: Database, { ids, mode }: EventIds) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.mode, mode), isOneOf(events.id, ids)));
}

export function listEventTypes(db: Database, { ids, mode }: EventIds) {
  return db
    .select({ type: events.type })
    .from(events)
    .where(and(eq(events.mode, mode), isOneOf(events.id, ids)));
}

const isWaitingById = ({ ids, mode }: EventIds) =>
  and(eq(events.mode, mode), isOneOf(events.id, ids), inArray(events.status, ["received", "dead"]));

export function markEventsDoneById(db: Database, input: EventIds & { now: number }) {
  return db
    .update(events)
    .set({ status: "done", doneAt: input.now, error: null })
    .where(isWaitingById(input));
}

export function recordFailureById(db: Database, input: EventIds & { error: string }) {
  return db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, error: input.error })
    .where(isWaitingById(input));
}

export function markEventsDeadById(db: Database, input: EventIds) {
  return db.update(events).set({ status: "dead" }).where(isWaitingById(input));
}

/**
 * Removes the payloads of the oldest events received before a time, at most `limit`. Events that wait for a sync keep
 * theirs.
 */
export function removeOldPayloads(
  db: Database,
  input: { receivedBefore: number; now: number; limit: number },
) {
  return db
    .update(events)
    .set({ payload: "", payloadRemovedAt: input.now })
    .where(
      sql`rowid IN (SELECT rowid FROM events WHERE payload_removed_at IS NULL
        AND received_at < ${input.receivedBefore} AND status <> 'received'
        ORDER BY received_at LIMIT ${input.limit})`,
    );
}
