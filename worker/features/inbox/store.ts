import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Mode } from "../../config.ts";
import type { Database } from "../../db/client.ts";
import { events } from "../../db/schema/inbox.ts";
import { customers, orders, subscriptions } from "../../db/schema/billing.ts";

export type EventRow = typeof events.$inferSelect;
export type NewEvent = Pick<
  EventRow,
  "id" | "mode" | "type" | "stripeCustomerId" | "payload" | "createdAt" | "receivedAt"
> & { stripePaymentIntentId: string | null };

/**
 * Stores an event once; a row comes back only for one that was new. Its customer is found by Stripe's customer id, else
 * (refunds and disputes name none) by the payment of one of our orders or subscriptions; an event of nobody we know is kept as `ignored`.
 */
export function insertEvent(db: Database, event: NewEvent) {
  return db
    .insert(events)
    .select(
      sql`SELECT ${event.id}, ${event.mode}, ${event.type}, ${event.stripeCustomerId}, ${customers.id},
        ${customers.dirtySeq} + 1, CASE WHEN ${customers.id} IS NULL THEN 'ignored' ELSE 'received' END,
        0, NULL, ${event.payload}, ${event.createdAt}, ${event.receivedAt}, NULL
        FROM (SELECT 1) LEFT JOIN ${customers} ON ${isSubjectOf(event)} WHERE true`,
    )
    .onConflictDoNothing()
    .returning({ status: events.status, customerId: events.customerId });
}

/** Right after `insertEvent` in one batch: marks the customer dirty, but only for an event that was new. */
export function markCustomerOfNewEvent(db: Database, event: NewEvent) {
  return db
    .update(customers)
    .set({ dirtySeq: sql`${customers.dirtySeq} + 1` })
    .where(and(sql`changes() > 0`, isSubjectOf(event)));
}

/** Whether a customer is the one that an event is about. */
function isSubjectOf({ mode, stripeCustomerId, stripePaymentIntentId }: NewEvent) {
  if (stripeCustomerId !== null)
    return and(eq(customers.mode, mode), eq(customers.stripeCustomerId, stripeCustomerId));
  const ofOrder = sql`(SELECT ${orders.customerId} FROM ${orders} WHERE ${orders.mode} = ${mode}
    AND ${orders.stripePaymentIntentId} = ${stripePaymentIntentId} LIMIT 1)`;
  const ofSubscription = sql`(SELECT ${subscriptions.customerId} FROM ${subscriptions}
    WHERE ${subscriptions.mode} = ${mode}
    AND ${subscriptions.latestPaymentIntentId} = ${stripePaymentIntentId} LIMIT 1)`;
  return eq(customers.id, sql`COALESCE(${ofOrder}, ${ofSubscription})`);
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
