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
    /**
     * Whether they bought without signing in, and nobody has taken that into an account yet (decision 121). A guest has
     * no identity and no session. The email is what they paid with; null before the first payment.
     */
    isGuest: integer("is_guest", { mode: "boolean" }).notNull().default(false),
    /** The language that the user has chosen, or was shown last; null if unknown. BCP 47. */
    locale: text(),
    /** Where the user's browser was last: an IANA name. Emails write times in it; null means UTC. */
    timeZone: text("time_zone"),
    /** Whether the user gets emails that they can do without (`email/email-choices.ts`). */
    wantsReminders: integer("wants_reminders", { mode: "boolean" }).notNull().default(true),
    /** Whether the user agreed to get news from the shop (`email/email-choices.ts`), and when they last chose that. */
    wantsNews: integer("wants_news", { mode: "boolean" }).notNull().default(false),
    wantsNewsAt: integer("wants_news_at"),
    /** Why the user gets fewer emails (`complained`) or none (`bounced`); null if nothing is known against them. */
    emailProblem: text("email_problem", { enum: ["bounced", "complained"] }),
    /** When that began, or ended. What the sender says about a time before it changes nothing. */
    emailProblemAt: integer("email_problem_at"),
    /** What the seller's own program calls the user, and what else it attached; null if nothing. */
    externalId: text("external_id"),
    metadata: text({ mode: "json" }).$type<Record<string, string>>(),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("users_external_id")
      .on(table.externalId)
      .where(sql`external_id IS NOT NULL`),
    index("users_email").on(table.email),
    index("users_time").on(table.createdAt, table.id),
    index("users_team")
      .on(table.role)
      .where(sql`role <> 'buyer'`),
    // Those who have not paid.
    index("users_unpaid_guests")
      .on(table.createdAt)
      .where(sql`is_guest = 1 AND status = 'active' AND email IS NULL`),
    // Two users who sign up at the same time with the same verified email can't both own it.
    uniqueIndex("users_verified_email")
      .on(table.email)
      .where(sql`email_verified = 1`),
  ],
);

/** The column that says whose a row is. */
export const userId = () => text("user_id").references(() => users.id);

/** The key is the configured provider and its subject, never the email. */
export const identities = sqliteTable(
  "identities",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
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

/** Only the hash of the session token is stored. Requests refer to a session by `id`. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    id: text().notNull().unique(),
    userId: userId().notNull(),
    createdAt: integer("created_at").notNull(),
    lastSeenAt: integer("last_seen_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    absoluteEndAt: integer("absolute_end_at").notNull(),
    authenticatedAt: integer("authenticated_at").notNull(),
    /** The email that the provider vouched for at this sign-in, in lower case; null if it vouched for none. */
    verifiedEmail: text("verified_email"),
    userAgent: text("user_agent"),
    country: text(),
  },
  (table) => [
    index("sessions_user").on(table.userId),
    index("sessions_expires").on(table.expiresAt),
  ],
);

/** Matches sessions that have passed neither their idle limit nor their absolute limit. */
export const isActiveSession = (now: number) =>
  and(gt(sessions.expiresAt, now), gt(sessions.absoluteEndAt, now));

/**
 * A signed-in user's intent to link another identity. It works once, within ten minutes, only for the authorization
 * whose `state` hash it stores, and only while the session that created it is active.
 */
export const linkIntents = sqliteTable(
  "link_intents",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    sessionId: text("session_id").notNull(),
    provider: text().notNull(),
    /** Null until the authorization starts. */
    stateHash: text("state_hash").unique(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("link_intents_user").on(table.userId),
    index("link_intents_expires").on(table.expiresAt),
  ],
);

/** A sign-in link sent by email. It works once, and only the hash of its token is stored. */
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

/**
 * The shop asked a provider to authenticate a signed-in user again. It belongs to the authorization whose `state` hash
 * it stores, and works once. `maxAgeMs`: how long before the request the user may have authenticated.
 */
export const freshSignInRequests = sqliteTable(
  "fresh_sign_in_requests",
  {
    stateHash: text("state_hash").primaryKey(),
    maxAgeMs: integer("max_age_ms").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [index("fresh_sign_in_requests_expires").on(table.expiresAt)],
);

/**
 * A request for a sign-in link in the last hour. Address and network are keyed hashes: they are only compared. It stays
 * when the link is used, so using links doesn't refill the budget.
 */
export const emailLinkRequests = sqliteTable(
  "email_link_requests",
  {
    /** The hash of the link's token. */
    tokenHash: text("token_hash").primaryKey(),
    emailHash: text("email_hash").notNull(),
    /** Null if the request has no IP address, as in local development. */
    networkHash: text("network_hash"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("email_link_requests_email").on(table.emailHash, table.createdAt),
    index("email_link_requests_network").on(table.networkHash, table.createdAt),
    index("email_link_requests_time").on(table.createdAt),
  ],
);
