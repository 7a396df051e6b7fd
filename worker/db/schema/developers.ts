import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId, users } from "./account.ts";
import { prices, productId } from "./catalog.ts";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/** A key that another program calls the API with. Only its hash is stored. */
export const apiKeys = sqliteTable(
  "api_keys",
  {
    id: text().primaryKey(),
    mode: mode(),
    name: text().notNull(),
    /** SHA-256 of the whole key. */
    keyHash: text("key_hash").notNull(),
    /** The first 12 characters, by which its owner recognizes it. */
    prefix: text().notNull(),
    scopes: text({ mode: "json" }).$type<string[]>().notNull(),
    /**
     * The benefits of each feature, by the feature's key, and their limits. An entitlement check reads them with the
     * key, instead of a row for each benefit. Every change of a benefit refreshes them in the same batch.
     */
    features: text({ mode: "json" })
      .$type<{
        benefits?: Record<string, string[]>;
        limits?: Record<string, { amount: number | null; perSeat: boolean }>;
      }>()
      .notNull()
      .default({}),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at"),
    /** Written at most once an hour. */
    lastUsedAt: integer("last_used_at"),
    revokedAt: integer("revoked_at"),
    /** The key that replaced this one. */
    replacedBy: text("replaced_by"),
  },
  (table) => [
    uniqueIndex("api_keys_hash").on(table.keyHash),
    index("api_keys_live")
      .on(table.mode, table.createdAt)
      .where(sql`revoked_at IS NULL`),
  ],
);

/**
 * The answer to a POST with an `Idempotency-Key`, for 24 hours. `status` is null while the request is in flight; a
 * request that died is taken over after `lockedUntil`.
 */
export const idempotentRequests = sqliteTable(
  "idempotent_requests",
  {
    keyId: text("key_id").notNull(),
    idempotencyKey: text("idempotency_key").notNull(),
    /** SHA-256 of the method, the path and the body. */
    fingerprint: text().notNull(),
    status: integer(),
    body: text(),
    lockedUntil: integer("locked_until").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.keyId, table.idempotencyKey] }),
    index("idempotent_requests_time").on(table.createdAt),
  ],
);

/**
 * A right to receive something, for a recipient who may not have signed in yet: by identity, by verified email, or by a
 * secret link. It is used once. Its id is the id of the gift that it becomes.
 */
export const claims = sqliteTable(
  "claims",
  {
    id: text().primaryKey(),
    mode: mode(),
    /** SHA-256 of the secret in the link; null if it is claimed by identity or email alone. */
    secretHash: text("secret_hash"),
    issuer: text(),
    subject: text(),
    /** Lower case. */
    email: text(),
    productId: productId().notNull(),
    quantity: integer().notNull().default(1),
    note: text().notNull(),
    /** Who gives it: a user's or an API key's id, or the name of a job. */
    givenBy: text("given_by").notNull(),
    /** When the gift will end; null if never. */
    giftEndsAt: integer("gift_ends_at"),
    /** How long the gift lasts once it is claimed, as ISO 8601 has it: `P3M`; null if `giftEndsAt` says its end. */
    giftDuration: text("gift_duration"),
    /** When it can no longer be claimed. */
    expiresAt: integer("expires_at").notNull(),
    claimedBy: text("claimed_by").references(() => users.id),
    claimedAt: integer("claimed_at"),
    revokedAt: integer("revoked_at"),
    createdAt: integer("created_at").notNull(),
    /** What the recipient is told, in the words of who gives it; empty for nothing. */
    message: text().notNull().default(""),
    /** The guest whose purchases it gives (decision 121); null for a gift. */
    guestId: text("guest_id").references(() => users.id),
    /** Who paid for it; null if the team gives it. */
    buyerId: text("buyer_id").references(() => users.id),
    /** What the recipient is told about the giver, and what the giver calls the recipient; null if the team gives it. */
    giverName: text("giver_name"),
    recipientName: text("recipient_name"),
    /** Before this time, no sign-in with the email claims it; null for at once. */
    sendAt: integer("send_at"),
    /** The language of the email about it. BCP 47; null for the shop's. */
    locale: text(),
    /** When the email about it is sent, or tried again; null if none is to be sent. The other columns are about that email. */
    emailDueAt: integer("email_due_at"),
    emailAttempts: integer("email_attempts").notNull().default(0),
    /** How many emails were asked for so far. Each has an idempotency key of its own. */
    emailCount: integer("email_count").notNull().default(0),
    /** When the last one was asked for, and when it was sent. */
    emailAskedAt: integer("email_asked_at"),
    emailSentAt: integer("email_sent_at"),
    /** Why it was not sent or did not arrive. */
    emailProblem: text("email_problem", { enum: ["failed", "refused", "bounced", "complained"] }),
    /** The id of the order or subscription that it gives a seat of; null for a gift. */
    seatOf: text("seat_of"),
    /** An invitation to a seat: whether whoever accepts it may give and take the other seats. */
    managesSeats: integer("manages_seats", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("claims_seat")
      .on(table.seatOf)
      .where(sql`seat_of IS NOT NULL`),
    index("claims_buyer")
      .on(table.buyerId)
      .where(sql`buyer_id IS NOT NULL`),
    index("claims_guest")
      .on(table.guestId)
      .where(sql`guest_id IS NOT NULL`),
    index("claims_email_due")
      .on(table.emailDueAt)
      .where(sql`email_due_at IS NOT NULL`),
    uniqueIndex("claims_secret").on(table.secretHash),
    index("claims_identity")
      .on(table.issuer, table.subject)
      .where(sql`claimed_at IS NULL AND revoked_at IS NULL`),
    index("claims_email")
      .on(table.email)
      .where(sql`claimed_at IS NULL AND revoked_at IS NULL`),
    index("claims_claimed_by").on(table.claimedBy),
    // For deleting those that were never used. `claims_time` is for lists.
    index("claims_unused")
      .on(table.expiresAt)
      .where(sql`claimed_at IS NULL`),
    index("claims_time").on(table.mode, table.createdAt, table.id),
  ],
);

/**
 * A purchase that another program prepared. Its link leads through sign-in to the ordinary checkout, so every rule of
 * buying is checked when the buyer opens it.
 */
export const checkoutLinks = sqliteTable(
  "checkout_links",
  {
    id: text().primaryKey(),
    mode: mode(),
    productId: productId().notNull(),
    priceId: text("price_id")
      .notNull()
      .references(() => prices.id),
    quantity: integer().notNull().default(1),
    /** The one-time prices that are bought beside the price, as a JSON array of their ids; null for none. */
    addedPrices: text("added_prices"),
    /** The only user who may use it; null if every user with the link may. */
    userId: userId(),
    /** Suggested to the identity provider at sign-in. */
    email: text(),
    successUrl: text("success_url"),
    metadata: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    /** The checkout that was paid, noted a month after the link has expired. Until then, `checkouts` says which. */
    checkoutId: text("checkout_id"),
    createdBy: text("created_by").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    index("checkout_links_user").on(table.userId),
    index("checkout_links_unused")
      .on(table.expiresAt)
      .where(sql`checkout_id IS NULL`),
  ],
);

/** Where the feed is delivered to. Its events wait in the feed, so a paused endpoint loses none. */
export const webhookEndpoints = sqliteTable(
  "webhook_endpoints",
  {
    id: text().primaryKey(),
    mode: mode(),
    url: text().notNull(),
    description: text().notNull().default(""),
    /** The event types that are delivered; `["*"]` for all. */
    types: text({ mode: "json" }).$type<string[]>().notNull(),
    /** `disabled` by the seller or by the endpoint's 410; `paused` after failing for days. */
    status: text({ enum: ["enabled", "disabled", "paused"] }).notNull(),
    /** Why it is not enabled, for the seller. */
    statusReason: text("status_reason"),
    /** Encrypted. During a roll, the previous secret signs too. */
    secret: text().notNull(),
    previousSecret: text("previous_secret"),
    previousSecretUntil: integer("previous_secret_until"),
    /** The events up to this sequence have their deliveries. */
    plannedUpTo: integer("planned_up_to").notNull(),
    /** Since when every attempt fails; null after a success. */
    failingSince: integer("failing_since"),
    /** While it fails, no attempt is made before this time. */
    blockedUntil: integer("blocked_until").notNull().default(0),
    leaseToken: text("lease_token"),
    leaseUntil: integer("lease_until").notNull().default(0),
    /** A user's or an API key's id; null if an older version created it. */
    createdBy: text("created_by"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [index("webhook_endpoints_mode").on(table.mode, table.createdAt)],
);

/** One event for one endpoint. */
export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    id: text().primaryKey(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    sequence: integer().notNull(),
    /** The event's user: a later event of the same user waits for this one. Empty for products. */
    userId: text("user_id").notNull(),
    status: text({ enum: ["pending", "delivered", "failed"] }).notNull(),
    attempts: integer().notNull().default(0),
    /** Far in the future while it waits for an earlier delivery of the same user. */
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** About the latest attempt: its HTTP status (null without an answer), what went wrong, 1 kB of the answer. */
    responseStatus: integer("response_status"),
    error: text(),
    responseBody: text("response_body"),
    durationMs: integer("duration_ms"),
    attemptedAt: integer("attempted_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("webhook_deliveries_event").on(table.endpointId, table.sequence),
    index("webhook_deliveries_due")
      .on(table.endpointId, table.userId, table.sequence)
      .where(sql`status = 'pending'`),
    index("webhook_deliveries_next")
      .on(table.endpointId, table.nextAttemptAt, table.sequence)
      .where(sql`status = 'pending'`),
    index("webhook_deliveries_failed")
      .on(table.endpointId, table.sequence)
      .where(sql`status = 'failed'`),
    index("webhook_deliveries_time").on(table.createdAt),
  ],
);
