import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";

/**
 * An email to a user. It is written in the same batch as the change it reports, and sent afterward. `dedupeKey` is
 * unique, so each change is reported once, however many syncs see it.
 */
export const outboxEmails = sqliteTable(
  "mails",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({
      enum: [
        "purchase",
        "payment_failed",
        "ending_soon",
        "access_ended",
        "refunded_duplicate",
        "refund_failed",
        "keys_arrived",
        "trial_refused",
        "endpoint_stopped",
        "price_change",
        "price_change_canceled",
      ],
    }).notNull(),
    /** What the email reports, e.g. `ord_…` or `sub_…:<period end>`. */
    dedupeKey: text("about").notNull(),
    /** The order, subscription, gift or webhook endpoint that the email is about. */
    sourceId: text("source_id").notNull(),
    status: text({ enum: ["queued", "sent", "skipped", "dead"] }).notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** Why it was not sent. */
    error: text(),
    createdAt: integer("created_at").notNull(),
    sentAt: integer("sent_at"),
  },
  (table) => [
    uniqueIndex("mails_about").on(table.kind, table.dedupeKey),
    index("mails_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("mails_user").on(table.userId, table.createdAt),
  ],
);
