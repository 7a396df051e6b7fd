import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Stripe's events as received. The payload only says what to fetch; its contents are not trusted. */
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
    /** The customer's `dirty_seq` after this event. */
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
    /** The JSON that Stripe sent; empty if `payloadRemovedAt` is set. */
    payload: text().notNull(),
    /** When the payload was removed, because of its age or because the user's account was deleted. */
    payloadRemovedAt: integer("payload_removed_at"),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    doneAt: integer("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.id] }),
    index("events_pending").on(table.customerId, table.status, table.dirtySeq),
    // For the nightly removal of old payloads.
    index("events_with_payload")
      .on(table.receivedAt)
      .where(sql`payload_removed_at IS NULL`),
    // A small partial index. All other events are listed in order of arrival, by rowid.
    index("events_dead")
      .on(table.mode)
      .where(sql`status = 'dead'`),
    index("events_unmatched")
      .on(table.mode, table.nextAttemptAt)
      .where(sql`status = 'unmatched'`),
  ],
);
