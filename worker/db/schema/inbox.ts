import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Stripe's events as received. */
export const events = sqliteTable(
  "events",
  {
    id: text().notNull(),
    /** The mode of the shop that received it. An event of the other mode is ignored. */
    mode: text({ enum: ["test", "live"] }).notNull(),
    type: text().notNull(),
    stripeCustomerId: text("stripe_customer_id"),
    /**
     * For an event without a customer of ours: the charge, payment intent or product that it is about. It outlives the
     * payload.
     */
    subjectId: text("subject_id"),
    /** Null if the Stripe customer is unknown or the event has none. */
    customerId: text("customer_id"),
    /** The customer's `dirty_seq` after this event, or after its replay. Greater than `synced_seq` until it is done. */
    dirtySeq: integer("dirty_seq"),
    /** `unmatched`: it is not known yet whose event this is. */
    status: text({ enum: ["received", "unmatched", "done", "ignored", "dead"] }).notNull(),
    ignoredReason: text("ignored_reason", {
      enum: ["foreign", "no_subject", "customer_deleted", "gave_up", "other_mode", "thin"],
    }),
    /** When an unmatched event is next tried. */
    nextAttemptAt: integer("next_attempt_at"),
    attempts: integer().notNull().default(0),
    error: text(),
    /** Empty: only versions that had no `event_payloads` stored the payload here. A job moves those to R2. */
    payload: text().notNull(),
    /**
     * When the payload was removed because the user's account was deleted, or that it was never stored. The age of an
     * event says whether its payload was removed since.
     */
    payloadRemovedAt: integer("payload_removed_at"),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    doneAt: integer("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.id] }),
    // Without the status, so that a sync rewrites no entry.
    index("events_customer")
      .on(table.customerId, table.dirtySeq)
      .where(sql`customer_id IS NOT NULL`),
    index("events_unassigned")
      .on(table.status)
      .where(sql`customer_id IS NULL`),
    // A small partial index. All other events are listed in order of arrival, by rowid.
    index("events_dead")
      .on(table.mode)
      .where(sql`status = 'dead'`),
    index("events_unmatched")
      .on(table.mode, table.nextAttemptAt)
      .where(sql`status = 'unmatched'`),
  ],
);

/**
 * The JSON that Stripe sent, for the minutes until a job moves it to R2. It is only displayed: the sync doesn't use it.
 * A table of its own, since pages are used again when their rows are deleted, but not when a column becomes empty.
 */
export const eventPayloads = sqliteTable("event_payloads", {
  /** The rowid of the event. */
  position: integer().primaryKey(),
  payload: text().notNull(),
});

/** Events whose payloads are to be erased in R2, because the user's account was deleted. */
export const payloadErasures = sqliteTable(
  "payload_erasures",
  {
    mode: text({ enum: ["test", "live"] }).notNull(),
    eventId: text("event_id").notNull(),
    receivedAt: integer("received_at").notNull(),
    requestedAt: integer("requested_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.receivedAt, table.eventId] })],
);
