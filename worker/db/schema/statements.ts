import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";

export const statementKinds = ["withdrawal", "cancellation"] as const;
export type StatementKind = (typeof statementKinds)[number];

export const statementCauses = ["ordinary", "for_cause"] as const;
export type StatementCause = (typeof statementCauses)[number];

export const statementStates = ["open", "accepted", "refused"] as const;
export type StatementState = (typeof statementStates)[number];

/**
 * What a buyer declared on the pages "Withdraw from a contract" and "Cancel a contract", without signing in. Name,
 * email, contract and reason are as they were typed, and empty once they are erased.
 */
export const statements = sqliteTable(
  "statements",
  {
    id: text().primaryKey(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    kind: text({ enum: statementKinds }).notNull(),
    /** Of a cancellation; null of a withdrawal. */
    cause: text({ enum: statementCauses }),
    /** Why it is canceled for cause; null if nothing was written. */
    reason: text(),
    /** When the buyer declared it. */
    receivedAt: integer("received_at").notNull(),
    /** The language of the page, and of the emails about it. BCP 47. */
    locale: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    /** Which contract the buyer means: the number of an order, or what they remember. */
    contract: text().notNull(),
    /** The day on which a cancellation should take effect, `2026-12-31`; null for the next possible one. */
    wishedEnd: text("wished_end"),
    /** The contract that it is about, once it is known. Not a foreign key, since a rebuilt database may lack the row. */
    userId: userId(),
    orderId: text("order_id"),
    subscriptionId: text("subscription_id"),
    state: text({ enum: statementStates }).notNull().default("open"),
    decidedAt: integer("decided_at"),
    /** The member or the API key that decided; null while it is open, and where the shop acted by itself. */
    decidedBy: text("decided_by"),
    /** What was refunded with the decision, in minor units; null if nothing was. */
    refundMinor: integer("refund_minor"),
    /** What was paid for the contract of which `refundMinor` was refunded; null as that. */
    paidMinor: integer("paid_minor"),
    currency: text(),
    /** What the team told the buyer about the decision, in its email; null for nothing. */
    note: text(),
    /** When the sender took the receipt; null if it was not sent. */
    receiptSentAt: integer("receipt_sent_at"),
    /** When the sender took the email about the team's decision; null if it was not sent. */
    decisionSentAt: integer("decision_sent_at"),
    /** How often the shop has worked on it: sent the receipt, looked for the contract, canceled the subscription. */
    attempts: integer().notNull().default(0),
    /** When the shop works on it next; null if there is nothing left for the shop to do. */
    nextAttemptAt: integer("next_attempt_at"),
  },
  (table) => [
    index("statements_time").on(table.mode, table.receivedAt, table.id),
    index("statements_open")
      .on(table.mode, table.receivedAt, table.id)
      .where(sql`state = 'open'`),
    index("statements_user").on(table.userId, table.receivedAt),
    index("statements_email").on(sql`lower(email)`),
    index("statements_unmatched")
      .on(table.receivedAt)
      .where(sql`user_id IS NULL`),
    index("statements_due")
      .on(table.nextAttemptAt)
      .where(sql`next_attempt_at IS NOT NULL`),
  ],
);
