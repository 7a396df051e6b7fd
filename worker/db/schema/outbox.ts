import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";

/**
 * A message to a buyer, written in the same batch as what it tells of, and sent afterward. `about` makes it one: the
 * same thing is told once, however often a sync sees it.
 */
export const mails = sqliteTable(
  "mails",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    kind: text({
      enum: ["purchase", "payment_failed", "ending_soon", "access_ended", "refunded_duplicate"],
    }).notNull(),
    /** What it tells of, e.g. `ord_…` or `sub_…:<period end>`. */
    about: text().notNull(),
    /** The order, subscription or comp that it is about. */
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
    uniqueIndex("mails_about").on(table.kind, table.about),
    index("mails_due")
      .on(table.nextAttemptAt)
      .where(sql`status = 'queued'`),
    index("mails_user").on(table.userId, table.createdAt),
  ],
);
