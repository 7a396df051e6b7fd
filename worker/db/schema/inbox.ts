import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Stripe's events as received. The payload only says what to fetch; its contents are not trusted. */
export const events = sqliteTable(
  "events",
  {
    id: text().notNull(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    type: text().notNull(),
    stripeCustomerId: text("stripe_customer_id"),
    /** Null if the Stripe customer is unknown or the event has none. */
    customerId: text("customer_id"),
    /** The customer's `dirty_seq` after this event. */
    dirtySeq: integer("dirty_seq"),
    status: text({ enum: ["received", "done", "ignored", "dead"] }).notNull(),
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
  ],
);
