import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { prices, productId } from "./catalog.ts";

/**
 * A move of a price's subscribers to another price of the product, at a renewal. While it is `planning`, its
 * subscriptions are listed page by page; while it is `canceling`, they are released page by page.
 */
export const priceMoves = sqliteTable(
  "price_moves",
  {
    id: text().primaryKey(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    productId: productId().notNull(),
    fromPriceId: text("from_price_id")
      .notNull()
      .references(() => prices.id),
    toPriceId: text("to_price_id")
      .notNull()
      .references(() => prices.id),
    /** The new price applies from the first renewal at this time or later. */
    notBefore: integer("not_before").notNull(),
    /** Whether each subscriber gets an email. */
    sendsEmails: integer("sends_emails", { mode: "boolean" }).notNull(),
    status: text({
      enum: ["planning", "running", "finished", "canceling", "canceled"],
    }).notNull(),
    /** The last subscription that was listed; empty at the start. */
    plannedAfter: text("planned_after").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    /** When it finished, or was canceled completely. */
    endedAt: integer("ended_at"),
  },
  (table) => [
    // A price's subscribers are moved to one price at a time.
    uniqueIndex("price_moves_open")
      .on(table.fromPriceId)
      .where(sql`ended_at IS NULL`),
    index("price_moves_product").on(table.productId, table.createdAt),
  ],
);

/** What happens to one subscription in a price move. */
export const priceMoveSubscriptions = sqliteTable(
  "price_move_subscriptions",
  {
    moveId: text("move_id")
      .notNull()
      .references(() => priceMoves.id),
    subscriptionId: text("subscription_id").notNull(),
    state: text({ enum: ["planned", "moved", "left_out", "canceled"] }).notNull(),
    /** Why it was left out. */
    reason: text({ enum: ["ended", "ending", "disputed", "paused", "unpaid", "changed"] }),
    /** As that of the move, or later where the law of the subscriber's country asks for it; null in old rows. */
    notBefore: integer("not_before"),
    /** When a planned one is looked at next: shortly before its renewal, or after a failure. */
    nextAttemptAt: integer("next_attempt_at").notNull(),
    /** Failed attempts since the last success, and what Stripe answered to the latest one. */
    attempts: integer().notNull().default(0),
    error: text(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.moveId, table.subscriptionId] }),
    index("price_move_subscriptions_state").on(table.moveId, table.state, table.subscriptionId),
    index("price_move_subscriptions_due")
      .on(table.moveId, table.nextAttemptAt)
      .where(sql`state = 'planned'`),
    index("price_move_subscriptions_planned")
      .on(table.subscriptionId)
      .where(sql`state = 'planned'`),
  ],
);
