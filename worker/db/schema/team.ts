import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";

/** An invitation to the team, for the user who signs in with this email, verified by the provider. */
export const invitations = sqliteTable(
  "invitations",
  {
    id: text().primaryKey(),
    /** Lower case. */
    email: text().notNull(),
    role: text({ enum: ["support", "admin", "owner"] }).notNull(),
    invitedBy: text("invited_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    acceptedAt: integer("accepted_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_open")
      .on(table.email)
      .where(sql`accepted_at IS NULL AND revoked_at IS NULL`),
  ],
);

/** A member's name for the filters of a list in the console. Deleted when the member leaves the team. */
export const savedFilters = sqliteTable(
  "saved_filters",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    /** One of `filterableLists`. */
    list: text().notNull(),
    name: text().notNull(),
    /** The list's query parameters, e.g. `status=refunded&from=2026-01-01`. */
    query: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("saved_filters_member").on(table.userId, table.list, table.name)],
);
