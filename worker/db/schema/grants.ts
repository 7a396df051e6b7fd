import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";
import { benefitId, productId } from "./catalog.ts";

/** Why a source gives access or not. See access/policy. */
export const accessReasons = [
  "order_paid",
  "order_processing",
  "order_failed",
  "order_refunded",
  "order_disputed",
  "order_closed",
  "subscription_trialing",
  "subscription_active",
  "subscription_canceling",
  "subscription_paused",
  "subscription_past_due",
  "subscription_disputed",
  "subscription_lapsed",
  "subscription_ended",
  "subscription_inactive",
  "gift",
  "gift_ended",
  "gift_revoked",
  /** The order, subscription or gift that a grant came from is unknown, here and at Stripe. */
  "source_missing",
] as const;

/**
 * When a grant ended or will end, computed from its row; null if it has no end. An index uses exactly this expression.
 */
export const grantEffectiveEndsAt = sql<
  number | null
>`CASE WHEN revoked_at IS NULL THEN ends_at ELSE revoked_at END`;
/** The condition of that partial index. */
export const grantHasEnd = sql`(revoked_at IS NOT NULL OR ends_at IS NOT NULL)`;

/**
 * Each row is one user's benefit from one source. The sync rewrites grants from the mirrored rows; events never change
 * them directly. A grant is in force while `revokedAt` is null and `endsAt` is null or in the future.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    benefitId: benefitId().notNull(),
    productId: productId().notNull(),
    sourceType: text("source_type", { enum: ["order", "subscription", "gift"] }).notNull(),
    sourceId: text("source_id").notNull(),
    /** The mode of its source. A grant gives access only in a shop of the same mode. */
    mode: text({ enum: ["test", "live"] })
      .notNull()
      .default("test"),
    /** The quantity bought. Limits per seat are multiplied by it. */
    quantity: integer().notNull().default(1),
    /** What has to happen first: the buyer enters a name, or the seller imports keys. Null if nothing. */
    waitingFor: text("waiting_for", { enum: ["buyer_name", "seller_keys"] }),
    /** The state of the source that decided about access. */
    reason: text({ enum: accessReasons }).notNull(),
    grantedAt: integer("granted_at").notNull(),
    endsAt: integer("ends_at"),
    revokedAt: integer("revoked_at"),
  },
  (table) => [
    uniqueIndex("grants_source").on(
      table.userId,
      table.benefitId,
      table.sourceType,
      table.sourceId,
    ),
    index("grants_by_source").on(table.sourceType, table.sourceId),
    index("grants_waiting")
      .on(table.benefitId)
      .where(sql`waiting_for IS NOT NULL`),
    // For finding a user's access. Few of these rows have ended, since a sync revokes ended grants.
    index("grants_standing")
      .on(table.userId, table.endsAt)
      .where(sql`revoked_at IS NULL`),
    // For finding the grants that have just ended by the clock.
    index("grants_ending")
      .on(table.endsAt)
      .where(sql`revoked_at IS NULL AND ends_at IS NOT NULL`),
    index("grants_over").on(table.benefitId, grantEffectiveEndsAt, table.id).where(grantHasEnd),
  ],
);

/** Access given by the team without payment. */
export const gifts = sqliteTable(
  "gifts",
  {
    id: text().primaryKey(),
    userId: userId().notNull(),
    productId: productId().notNull(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    quantity: integer().notNull().default(1),
    /** Who gave it: a user's id or the name of a job. */
    givenBy: text("given_by").notNull(),
    /** The reason, visible only to the team. */
    note: text().notNull(),
    /** What the user is told about it, in the words of who gave it; empty for nothing. */
    message: text().notNull().default(""),
    /** Who paid for it, as the user is told; null if the team gave it, and after the giver's account was deleted. */
    giverName: text("giver_name"),
    createdAt: integer("created_at").notNull(),
    /** When it ends automatically; null if never. */
    endsAt: integer("ends_at"),
    /** When the team ended it. A seat: when it was given back or taken away. */
    endedAt: integer("ended_at"),
    /**
     * A seat: the id of the order or subscription that it is one of. `endsAt` then follows the access that the purchase
     * gives, so it moves, and comes back from the past.
     */
    seatOf: text("seat_of"),
    /** A seat that ended: when somebody else can have it. Null for at once. */
    seatFreeAt: integer("seat_free_at"),
    /** A seat: whether its user may give and take the other seats of the purchase (decision 131). */
    managesSeats: integer("manages_seats", { mode: "boolean" }).notNull().default(false),
    /** A seat: the email domain by which its user took it; null for one that was given (decision 134). */
    seatDomain: text("seat_domain"),
    /** A seat that ended: whether somebody took it back, and its user did not give it up. */
    seatTakenBack: integer("seat_taken_back", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("gifts_user").on(table.userId, table.createdAt),
    index("gifts_product").on(table.productId),
    index("gifts_seat")
      .on(table.seatOf)
      .where(sql`seat_of IS NOT NULL`),
  ],
);

/**
 * The seats of an order or a subscription whose buyer has begun to give them. What it says of the purchase is as of its
 * last sync; who has the seats is in `gifts`, and who is invited in `claims`.
 */
export const seatPools = sqliteTable(
  "seat_pools",
  {
    /** The id of the order or subscription. */
    id: text().primaryKey(),
    sourceType: text("source_type", { enum: ["order", "subscription"] }).notNull(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    /** Who bought it. */
    userId: userId().notNull(),
    productId: productId().notNull(),
    /** How many seats were bought. */
    quantity: integer().notNull(),
    /** When the access that the purchase gives ends or has ended; null if it has no known end. */
    endsAt: integer("ends_at"),
    /** Whether one of the seats is the buyer's own. */
    keepsOwn: integer("keeps_own", { mode: "boolean" }).notNull().default(true),
    /** SHA-256 of the secret in the link that gives seats; null without a link. The secret is made of the time. */
    linkHash: text("link_hash"),
    linkMadeAt: integer("link_made_at"),
    linkExpiresAt: integer("link_expires_at"),
    /** How many seats the link may give, and has given. */
    linkLimit: integer("link_limit").notNull().default(0),
    linkUsed: integer("link_used").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    /** The seats and invitations that end first if fewer seats are bought: what the buyer chose; null for the newest. */
    takeFirst: text("take_first", { mode: "json" }).$type<string[]>(),
  },
  (table) => [
    index("seat_pools_user").on(table.userId),
    uniqueIndex("seat_pools_link").on(table.linkHash),
  ],
);

/**
 * The email domains whose users may take free seats of a purchase by themselves, while a record in the DNS proves that
 * the domain wants it (decision 134).
 */
export const seatDomains = sqliteTable(
  "seat_domains",
  {
    /** The id of the order or subscription. */
    poolId: text("pool_id")
      .notNull()
      .references(() => seatPools.id),
    /** In lower case, and in ASCII. */
    domain: text().notNull(),
    /** What the record says. */
    token: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** What the DNS answered last: this record, only others, or none; null before the first answer. */
    answer: text({ enum: ["found", "other", "missing"] }),
    checkedAt: integer("checked_at"),
    /** When the record was found first; null if never. */
    provenAt: integer("proven_at"),
  },
  (table) => [
    primaryKey({ columns: [table.poolId, table.domain] }),
    index("seat_domains_domain")
      .on(table.domain)
      .where(sql`answer = 'found'`),
    index("seat_domains_checked")
      .on(table.checkedAt)
      .where(sql`proven_at IS NOT NULL`),
  ],
);
