import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

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
    ],
  }).primaryKey(),
  value: text({ mode: "json" }).notNull(),
  updatedAt: integer("updated_at").notNull(),
});
