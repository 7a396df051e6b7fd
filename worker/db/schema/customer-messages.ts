import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { userId, users } from "./account.ts";

/** Why somebody gets no message, in the order in which it is decided. */
export type LeftOutReason =
  | "no_account"
  | "no_verified_email"
  | "bounced"
  | "no_consent"
  | "complained";

/** How many recipients a message leaves out, by reason. */
export type LeftOutCounts = Partial<Record<LeftOutReason, number>>;

/**
 * Whom a message is for: one customer (`userId` of the row), all with access to a product, or those whom the list of
 * customers shows with these filters.
 */
export type MessageRecipients =
  | { of: "customer" }
  | { of: "product"; productId: string }
  | { of: "customers"; filters: Record<string, unknown> };

/**
 * What the team writes to customers. `service` is about what they have, and needs no consent; `news` is for those who
 * agreed to it. While it is `listing`, its recipients are listed page by page, and each gets a row of `emails`; while it
 * is `sending`, some of these are not sent yet.
 */
export const customerMessages = sqliteTable(
  "customer_messages",
  {
    id: text().primaryKey(),
    /** The mode of the shop in which its recipients are listed. */
    mode: text({ enum: ["test", "live"] }).notNull(),
    purpose: text({ enum: ["service", "news"] }).notNull(),
    recipients: text({ mode: "json" }).$type<MessageRecipients>().notNull(),
    /** The recipient of a message to one customer. */
    userId: userId(),
    subject: text().notNull(),
    /** Markdown. */
    body: text().notNull(),
    status: text({ enum: ["draft", "listing", "sending", "sent", "stopped"] }).notNull(),
    /** The member who wrote it. */
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    /** Where listing continues; empty for the first page. */
    listedUpTo: text("listed_up_to").notNull().default(""),
    /** How many emails were queued, and how many recipients were left out before that. */
    queued: integer().notNull().default(0),
    leftOut: text("left_out", { mode: "json" })
      .$type<LeftOutCounts>()
      .notNull()
      .default(sql`'{}'`),
    /** What became of the emails, once none waits any longer; null before. */
    sentCount: integer("sent_count"),
    failedCount: integer("failed_count"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    /** When the team sent it; null for a draft. */
    startedAt: integer("started_at"),
    /** When the last email was sent, or none was sent any longer. */
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("customer_messages_user")
      .on(table.userId)
      .where(sql`user_id IS NOT NULL`),
    index("customer_messages_open")
      .on(table.id)
      .where(sql`started_at IS NOT NULL AND ended_at IS NULL`),
  ],
);
