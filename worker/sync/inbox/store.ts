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
  (SELECT customer_id FROM subscriptions WHERE mode = ?1 AND latest_payment_intent_id = ?2 LIMIT 1))`;

/**
 * What ingress writes, to be run as one batch: the event, once, and the dirty mark of its customer, for a new event
 * alone. The customer is found by Stripe's customer id, else (refunds and disputes name none) by the payment of one of
 * our orders or subscriptions; an event of nobody we know is kept as `ignored`.
 *
 * Written out: to have Drizzle build the two costs a delivery a third of what it costs to run them.
 * @returns the insertion, which gives a `StoredEvent` for a new event and no row else; and the mark, which gives
 *   `isExpected`: 1 where the customer's latest waiting event has not been tried, so that its message is on its way
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
        `INSERT INTO events (mode, stripe_customer_id, id, type, payload, created_at, received_at, customer_id, dirty_seq, status)
          SELECT ?1, ?3, ?4, ?5, ?6, ?7, ?8, customers.id, customers.dirty_seq + 1,
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

const waiting = (customerId: string) =>
  and(eq(events.customerId, customerId), inArray(events.status, ["received", "dead"]));

/** Events that a sync has seen the effect of. */
export function markEventsDone(
  db: Database,
  input: { customerId: string; upToSeq: number; now: number },
) {
  return db
    .update(events)
    .set({ status: "done", doneAt: input.now, error: null })
    .where(and(waiting(input.customerId), lte(events.dirtySeq, input.upToSeq)));
}

export function noteFailure(db: Database, input: { customerId: string; error: string }) {
  return db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, error: input.error })
    .where(waiting(input.customerId));
}

export function markEventsDead(db: Database, customerId: string) {
  return db
    .update(events)
    .set({ status: "dead" })
    .where(and(eq(events.customerId, customerId), eq(events.status, "received")));
}

/** Stores an event of the catalog once; a row comes back only for one that was new. */
export function insertCatalogEvent(db: Database, event: NewEvent) {
  const { stripePaymentIntentId: _, ...row } = event;
  return db
    .insert(events)
    .values({ ...row, customerId: null, dirtySeq: null, status: "received" })
    .onConflictDoNothing()
    .returning({ status: events.status });
}

type Ids = { ids: string[]; mode: Mode };

/** Of these events, those that are here. */
export function listKnownIds(db: Database, { ids, mode }: Ids) {
  return db
    .select({ id: events.id })
    .from(events)
    .where(and(eq(events.mode, mode), isOneOf(events.id, ids)));
}

export function listEventTypes(db: Database, { ids, mode }: Ids) {
  return db
    .select({ type: events.type })
    .from(events)
    .where(and(eq(events.mode, mode), isOneOf(events.id, ids)));
}

const waitingById = ({ ids, mode }: Ids) =>
  and(eq(events.mode, mode), isOneOf(events.id, ids), inArray(events.status, ["received", "dead"]));

export function markEventsDoneById(db: Database, input: Ids & { now: number }) {
  return db
    .update(events)
    .set({ status: "done", doneAt: input.now, error: null })
    .where(waitingById(input));
}

export function noteFailureById(db: Database, input: Ids & { error: string }) {
  return db
    .update(events)
    .set({ attempts: sql`${events.attempts} + 1`, error: input.error })
    .where(waitingById(input));
}

export function markEventsDeadById(db: Database, input: Ids) {
  return db.update(events).set({ status: "dead" }).where(waitingById(input));
}
