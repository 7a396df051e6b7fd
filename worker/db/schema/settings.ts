import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { legalPages } from "../../shared/legal-pages.ts";

/** The seller's settings, each a JSON value. A setting without a row has its default. */
export const settings = sqliteTable("settings", {
  name: text({
    enum: [
      "shop",
      "policy",
      "legal",
      "tax",
      "emails",
      "developers",
      "trials",
      "consent",
      "setup",
      "languages",
      "releases",
      "law",
      "e_invoices",
      // The legal texts of pages that came later: earlier releases refuse to read them in `legal`.
      "legal_more",
      "storefront",
      "checkout",
      "win_back",
    ],
  }).primaryKey(),
  value: text({ mode: "json" }).notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** Earlier legal texts: what buyers agreed to stays readable. The current ones are in the settings and translations. */
export const legalVersions = sqliteTable(
  "legal_versions",
  {
    page: text({ enum: legalPages }).notNull(),
    /** SHA-256 of the text, in hexadecimal. */
    hash: text().notNull(),
    /** Markdown. */
    text: text().notNull(),
    /** The language that it was a translation into; null for the shop's default language. */
    locale: text(),
    /** When another text replaced it. */
    replacedAt: integer("replaced_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.page, table.hash] })],
);
