import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { benefitId } from "./catalog.ts";

/** A members-only page, or a free one. */
export const pages = sqliteTable(
  "pages",
  {
    id: text().primaryKey(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    /** Markdown, visible to everyone. */
    excerpt: text().notNull().default(""),
    /** Markdown, visible to users who have one of the page's benefits, and to everyone if the page is free. */
    body: text().notNull().default(""),
    status: text({ enum: ["draft", "published", "archived"] })
      .notNull()
      .default("draft"),
    /** Anyone can read the published page. */
    isFree: integer("is_free", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
    publishedAt: integer("published_at"),
  },
  // One for each order of the team's list, with a status and without.
  (table) => [
    index("pages_title").on(sql`title COLLATE NOCASE`, table.id),
    index("pages_changed").on(table.updatedAt, table.id),
    index("pages_status").on(table.status, table.id),
    index("pages_status_title").on(table.status, sql`title COLLATE NOCASE`, table.id),
    index("pages_status_changed").on(table.status, table.updatedAt, table.id),
  ],
);

/** The benefits that give access to a page. */
export const benefitPages = sqliteTable(
  "benefit_pages",
  {
    benefitId: benefitId().notNull(),
    pageId: text("page_id")
      .notNull()
      .references(() => pages.id),
    position: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.benefitId, table.pageId] }),
    index("benefit_pages_page").on(table.pageId),
    index("benefit_pages_order").on(table.benefitId, table.position, table.pageId),
  ],
);
