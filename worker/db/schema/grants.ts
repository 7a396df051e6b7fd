import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import { benefits, products } from "./catalog.ts";

/** When a grant was over, or will be, by its row: null where it has no end. An index has it in these words. */
export const grantOverAt = sql<
  number | null
>`CASE WHEN revoked_at IS NULL THEN ends_at ELSE revoked_at END`;
/** What that index holds. */
export const grantHasEnd = sql`(revoked_at IS NOT NULL OR ends_at IS NOT NULL)`;

/**
 * user × benefit × source. Rewritten by the sync from the mirrored rows, never patched by an event.
 * Access is: `revokedAt` is null and `endsAt` is null or in the future.
 */
export const grants = sqliteTable(
  "grants",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    benefitId: text("benefit_id")
      .notNull()
      .references(() => benefits.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    sourceType: text("source_type", { enum: ["order", "subscription", "manual"] }).notNull(),
    sourceId: text("source_id").notNull(),
    /** How many were bought: limits that are per seat count with it. */
    quantity: integer().notNull().default(1),
    /** Who must act before it is handed over: the buyer names themselves, the seller imports keys. Null: nobody. */
    waitingFor: text("waiting_for", { enum: ["buyer_name", "seller_keys"] }),
    /** The state of the source that decided, e.g. `order_paid`; see access/policy. */
    reason: text().notNull(),
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
    // Who has something: those whose time is up are few among them, since a sync revokes.
    index("grants_standing")
      .on(table.userId, table.endsAt)
      .where(sql`revoked_at IS NULL`),
    index("grants_over").on(table.benefitId, grantOverAt, table.id).where(grantHasEnd),
  ],
);

/** Access given by the seller, without a payment: the source of `manual` grants. */
export const comps = sqliteTable(
  "comps",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    mode: text({ enum: ["test", "live"] }).notNull(),
    quantity: integer().notNull().default(1),
    /** Who gave it: a user's id, or the name of a job. */
    givenBy: text("given_by").notNull(),
    /** Why, in the seller's words; for the seller's eyes. */
    note: text().notNull(),
    createdAt: integer("created_at").notNull(),
    /** When it ends by itself; null: never. */
    endsAt: integer("ends_at"),
    /** When the seller took it back. */
    endedAt: integer("ended_at"),
  },
  (table) => [
    index("comps_user").on(table.userId, table.createdAt),
    index("comps_product").on(table.productId),
  ],
);
