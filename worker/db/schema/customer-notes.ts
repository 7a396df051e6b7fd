import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { userId, users } from "./account.ts";

/** What the team writes about a customer, for itself. Customers never see it. */
export const customerNotes = sqliteTable(
  "customer_notes",
  {
    id: text().primaryKey(),
    /** The customer. */
    userId: userId().notNull(),
    /** The member who wrote it. */
    authorId: text("author_id")
      .notNull()
      .references(() => users.id),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** Null until it is edited. */
    updatedAt: integer("updated_at"),
  },
  (table) => [index("customer_notes_user").on(table.userId, table.createdAt)],
);

/** Words by which the team groups customers. Customers never see them. */
export const customerTags = sqliteTable(
  "customer_tags",
  {
    userId: userId().notNull(),
    /** In lower case. */
    tag: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.tag] }),
    index("customer_tags_tag").on(table.tag, table.userId),
  ],
);
