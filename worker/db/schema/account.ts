import { and, gt, sql } from "drizzle-orm";
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
    role: text({ enum: ["buyer", "support", "admin", "owner"] })
      .notNull()
      .default("buyer"),
    status: text({ enum: ["active", "disabled", "deleted"] })
      .notNull()
      .default("active"),
    locale: text(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    index("users_email").on(table.email),
    index("users_name").on(sql`name COLLATE NOCASE`),
    index("users_time").on(table.createdAt, table.id),
    index("users_team")
      .on(table.role)
      .where(sql`role <> 'buyer'`),
    // Two people who arrive at the same moment with one verified address cannot both become its owner.
    uniqueIndex("users_verified_email")
      .on(table.email)
      .where(sql`email_verified = 1`),
  ],
);

/** Keyed by configured provider and subject, never by email. */
export const identities = sqliteTable(
  "identities",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
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
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    absoluteEndAt: integer("absolute_end_at").notNull(),
    authenticatedAt: integer("authenticated_at").notNull(),
    userAgent: text("user_agent"),
    country: text(),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expires").on(table.expiresAt),
  ],
);

/** Neither left unused for too long nor past its longest life. */
export const isLivingSession = (now: number) =>
  and(gt(sessions.expiresAt, now), gt(sessions.absoluteEndAt, now));

/**
 * A signed-in person's wish to link another identity: single use, ten minutes, only for the authorization whose `state`
 * was hashed into it, and only while the session that asked lives.
 */
export const linkIntents = sqliteTable(
  "link_intents",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    sessionId: text("session_id").notNull(),
    provider: text().notNull(),
    /** Null until the authorization has begun. */
    stateHash: text("state_hash").unique(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("link_intents_user").on(table.userId),
    index("link_intents_expires").on(table.expiresAt),
  ],
);

/** A sign-in link sent by email: single use, only the hash of its token is kept. */
export const emailTokens = sqliteTable(
  "email_tokens",
  {
    tokenHash: text("token_hash").primaryKey(),
    email: text().notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("email_tokens_email").on(table.email),
    index("email_tokens_expires").on(table.expiresAt),
  ],
);
