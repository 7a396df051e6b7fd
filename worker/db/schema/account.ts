import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** All times in the schema are unix milliseconds. */
export const users = sqliteTable(
  "users",
  {
    id: text().primaryKey(),
    name: text(),
    email: text(),
    emailVerified: integer("email_verified", { mode: "boolean" }).notNull().default(false),
    image: text(),
    role: text({ enum: ["buyer", "support", "admin", "owner"] }).notNull().default("buyer"),
    status: text({ enum: ["active", "disabled", "deleted"] }).notNull().default("active"),
    locale: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("users_email").on(table.email)],
);

/** Keyed by configured provider and subject, never by email. */
export const identities = sqliteTable(
  "identities",
  {
    id: text().primaryKey(),
    userId: text("user_id").notNull().references(() => users.id),
    provider: text().notNull(),
    issuer: text().notNull(),
    subject: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("identities_provider_subject").on(table.provider, table.subject),
    index("identities_user").on(table.userId),
  ],
);

/** Only the hash of the token is kept; `id` is what other requests may name. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    id: text().notNull().unique(),
    userId: text("user_id").notNull().references(() => users.id),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    absoluteEndAt: integer("absolute_end_at").notNull(),
    authenticatedAt: integer("authenticated_at").notNull(),
    userAgent: text("user_agent"),
    country: text(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);
