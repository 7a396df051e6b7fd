import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Stripe's events as received. The payload is a pointer: what it says of state is never believed. */
export const events = sqliteTable(
  "events",
  {
    id: text().notNull(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    type: text().notNull(),
    stripeCustomerId: text("stripe_customer_id"),
    /** Null where the Stripe customer is not ours, or the event is of no customer. */
    customerId: text("customer_id"),
    /** The customer's `dirty_seq` that this event made. */
    dirtySeq: integer("dirty_seq"),
    status: text({ enum: ["received", "done", "ignored", "dead"] }).notNull(),
    attempts: integer().notNull().default(0),
    error: text(),
    payload: text().notNull(),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    doneAt: integer("done_at"),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.id] }),
    index("events_pending").on(table.customerId, table.status, table.dirtySeq),
    // Few: what everybody else is in the order of arrival, which is the rowid's.
    index("events_dead")
      .on(table.mode)
      .where(sql`status = 'dead'`),
  ],
);
