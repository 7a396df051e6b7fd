import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** One row: the version of what visitors see. Every change of it writes a new random value (`db/site-version.ts`). */
export const siteVersion = sqliteTable("site_version", {
  id: integer().primaryKey(),
  version: text().notNull(),
});

/** The slugs that published products and pages had before. Their URLs lead to the current one. */
export const formerSlugs = sqliteTable(
  "former_slugs",
  {
    kind: text({ enum: ["product", "page"] }).notNull(),
    slug: text().notNull(),
    /** The id of the product or the page. */
    targetId: text("target_id").notNull(),
    /** When the product or the page got another slug, in unix milliseconds. */
    changedAt: integer("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index("former_slugs_target").on(table.kind, table.targetId, table.changedAt),
  ],
);
