import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The seller's own texts in other languages than the shop's default. A text without a row is shown in the default
 * language, in which it stands with its object.
 */
export const translations = sqliteTable(
  "translations",
  {
    /** The id of a product, benefit or page; or the name of a setting with texts: `shop`, `legal`, `consent`. */
    targetId: text("target_id").notNull(),
    /** One of `locales` (lib/locales.ts). */
    locale: text().notNull(),
    /** The field of the object that it stands for; a file's texts are fields of its benefit (shared/file-text-fields.ts). */
    field: text().notNull(),
    /** Never blank. Markdown where the field is. */
    text: text().notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.targetId, table.locale, table.field] })],
);
