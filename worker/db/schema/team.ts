import { sql } from "drizzle-orm";
import { integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

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
