import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The HTML of Markdown texts, by a hash of the text and the renderer's version. Nothing in it is the only copy. */
export const renderedMarkdown = sqliteTable("rendered_markdown", {
  hash: text().primaryKey(),
  html: text().notNull(),
  createdAt: integer("created_at").notNull(),
});
