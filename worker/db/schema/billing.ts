import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { users } from "./account.ts";
import { prices, products } from "./catalog.ts";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/**
 * One Stripe customer per (user, mode). Events raise `dirtySeq`; a sync that saw everything up to it sets `syncedSeq`.
 * A sync holds the row by `leaseToken` until `leaseUntil`. `fence` can only be 1: a write made under a lost lease sets it
 * to 0, breaks the check and with it the whole batch.
 */
export const customers = sqliteTable(
  "customers",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    mode: mode(),
    /** Null until Stripe has answered the creation. */
    stripeCustomerId: text("stripe_customer_id"),
    /** Counts the Stripe customers this row has had: one deleted at Stripe is followed by another. */
    generation: integer().notNull().default(0),
    /** The email the Stripe customer is created with, kept so that every retry sends the same. */
    email: text(),
    dirtySeq: integer("dirty_seq").notNull().default(0),
    syncedSeq: integer("synced_seq").notNull().default(0),
    leaseToken: text("lease_token"),
    leaseUntil: integer("lease_until").notNull().default(0),
    fence: integer().notNull().default(1),
    syncedAt: integer("synced_at"),
    /** Came to its user with an account that was merged into theirs: kept in sync, and never bought with. */
    isSecondary: integer("is_secondary", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("customers_user")
      .on(table.userId, table.mode)
      .where(sql`is_secondary = 0`),
    index("customers_all_of_user").on(table.userId),
    uniqueIndex("customers_stripe").on(table.mode, table.stripeCustomerId),
    index("customers_dirty")
      .on(table.id)
      .where(sql`dirty_seq > synced_seq`),
    check("customers_fence", sql`fence = 1`),
  ],
);

/** An intent to buy. One open checkout per (user, mode, group): the unique index decides between tabs. */
export const checkouts = sqliteTable(
  "checkouts",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    priceId: text("price_id")
      .notNull()
      .references(() => prices.id),
    /** The product's exclusive group, else the product's id. */
    groupKey: text("group_key").notNull(),
    /** Seats, for a price per seat. */
    quantity: integer().notNull().default(1),
    mode: mode(),
    status: text({ enum: ["open", "complete", "expired"] }).notNull(),
    /** Days of trial this checkout offers; fixed here so that every retry asks Stripe for the same session. */
    trialDays: integer("trial_days").notNull(),
    stripeSessionId: text("stripe_session_id"),
    stripeSubscriptionId: text("stripe_subscription_id"),
    url: text(),
    expiresAt: integer("expires_at").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("checkouts_open")
      .on(table.userId, table.mode, table.groupKey)
      .where(sql`status = 'open'`),
    uniqueIndex("checkouts_stripe").on(table.mode, table.stripeSessionId),
    index("checkouts_customer").on(table.customerId),
  ],
);

/** A one-time purchase, mirrored from a completed Checkout session. Amounts are Stripe's, in minor units. */
export const orders = sqliteTable(
  "orders",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    productId: text("product_id")
      .notNull()
      .references(() => products.id),
    /** As the session says; no reference, since a rebuilt database may not have the price. */
    priceId: text("price_id"),
    mode: mode(),
    stripeSessionId: text("stripe_session_id").notNull(),
    stripePaymentIntentId: text("stripe_payment_intent_id"),
    status: text({
      enum: ["pending", "paid", "partially_refunded", "refunded", "disputed", "failed"],
    }).notNull(),
    totalMinor: integer("total_minor").notNull(),
    taxMinor: integer("tax_minor").notNull(),
    discountMinor: integer("discount_minor").notNull(),
    refundedMinor: integer("refunded_minor").notNull(),
    /** Stripe's word for the payment's latest dispute; null where there never was one. */
    disputeStatus: text("dispute_status"),
    /** The earlier purchase of the same thing, where this one was a second payment and was sent back. */
    duplicateOf: text("duplicate_of"),
    /** Set when the customer was deleted at Stripe, which ends what the customer had. */
    customerDeletedAt: integer("customer_deleted_at"),
    currency: text().notNull(),
    quantity: integer().notNull().default(1),
    /** When Stripe's session was created. */
    createdAt: integer("created_at").notNull(),
    paidAt: integer("paid_at"),
    /** When the latest refund was made, and when the deciding dispute was opened; null where there is none. */
    refundedAt: integer("refunded_at"),
    disputedAt: integer("disputed_at"),
  },
  (table) => [
    uniqueIndex("orders_stripe").on(table.mode, table.stripeSessionId),
    index("orders_customer").on(table.customerId),
    index("orders_payment_intent").on(table.mode, table.stripePaymentIntentId),
    index("orders_user").on(table.userId, table.createdAt),
    index("orders_time").on(table.mode, table.createdAt, table.id),
    index("orders_status").on(table.mode, table.status, table.createdAt, table.id),
    index("orders_product").on(table.mode, table.productId, table.createdAt, table.id),
  ],
);

/** Mirrored from Stripe. `status` is Stripe's word, one nobody knows included. */
export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: text().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    mode: mode(),
    stripeSubscriptionId: text("stripe_subscription_id").notNull(),
    status: text().notNull(),
    /** The earlier subscription to the same thing, where this one was a second payment and was sent back. */
    duplicateOf: text("duplicate_of"),
    /** Our checkout that it came from; null where the seller made it at Stripe. */
    checkoutId: text("checkout_id"),
    currentPeriodStart: integer("current_period_start"),
    currentPeriodEnd: integer("current_period_end"),
    trialStart: integer("trial_start"),
    trialEnd: integer("trial_end"),
    /** The scheduled end, from `cancel_at` or `cancel_at_period_end`. */
    cancelAt: integer("cancel_at"),
    canceledAt: integer("canceled_at"),
    endedAt: integer("ended_at"),
    /** Stripe's `pause_collection.behavior`: the status stays as it was, so access has a policy of its own. */
    pauseBehavior: text("pause_behavior"),
    pauseResumesAt: integer("pause_resumes_at"),
    /** Start of the first period that is not paid because of the pause; null while what was paid still runs. */
    pausedFrom: integer("paused_from"),
    /** Lower case; a customer with live billing is held to it. */
    currency: text(),
    /** What paid the latest invoice, and Stripe's word for that payment's latest dispute. */
    latestPaymentIntentId: text("latest_payment_intent_id"),
    disputeStatus: text("dispute_status"),
    disputedAt: integer("disputed_at"),
    /** When the oldest unpaid invoice was finalized; the grace of `past_due` runs from here. */
    pastDueSince: integer("past_due_since"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("subscriptions_stripe").on(table.mode, table.stripeSubscriptionId),
    index("subscriptions_customer").on(table.customerId),
    index("subscriptions_user").on(table.userId, table.createdAt),
    index("subscriptions_time").on(table.mode, table.createdAt, table.id),
    index("subscriptions_status").on(table.mode, table.status, table.createdAt, table.id),
    index("subscriptions_ended").on(table.mode, table.endedAt),
    // Few among many: lists of them would else look at everybody's.
    index("subscriptions_ending")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`cancel_at IS NOT NULL AND ended_at IS NULL`),
    index("subscriptions_collection_paused")
      .on(table.mode, table.createdAt, table.id)
      .where(sql`pause_behavior IS NOT NULL AND ended_at IS NULL`),
    index("subscriptions_payment_intent").on(table.mode, table.latestPaymentIntentId),
    index("subscriptions_period")
      .on(table.currentPeriodEnd)
      .where(sql`ended_at IS NULL`),
  ],
);

/** What a subscription is for and what is paid for it: a subscriber sees this price, not the catalog's. */
export const subscriptionItems = sqliteTable(
  "subscription_items",
  {
    stripeItemId: text("stripe_item_id").primaryKey(),
    subscriptionId: text("subscription_id")
      .notNull()
      .references(() => subscriptions.id, { onDelete: "cascade" }),
    /** Null where the Stripe product is not one of ours. */
    productId: text("product_id").references(() => products.id),
    stripePriceId: text("stripe_price_id").notNull(),
    amountMinor: integer("amount_minor").notNull(),
    currency: text().notNull(),
    interval: text().notNull(),
    intervalCount: integer("interval_count").notNull(),
    quantity: integer().notNull(),
  },
  (table) => [
    index("subscription_items_subscription").on(table.subscriptionId),
    index("subscription_items_product").on(table.productId, table.subscriptionId),
  ],
);

/** What was charged, or tried to be: mirrored from Stripe's charges. Amounts in minor units. */
export const payments = sqliteTable(
  "payments",
  {
    mode: mode(),
    stripeChargeId: text("stripe_charge_id").notNull(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id),
    customerId: text("customer_id")
      .notNull()
      .references(() => customers.id),
    status: text({ enum: ["succeeded", "pending", "failed"] }).notNull(),
    amountMinor: integer("amount_minor").notNull(),
    refundedMinor: integer("refunded_minor").notNull(),
    currency: text().notNull(),
    /** Stripe's code for why the bank refused. */
    failureCode: text("failure_code"),
    stripePaymentIntentId: text("stripe_payment_intent_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.stripeChargeId] }),
    index("payments_time").on(table.mode, table.createdAt),
    index("payments_failed")
      .on(table.mode, table.createdAt)
      .where(sql`status = 'failed'`),
    index("payments_customer").on(table.customerId),
  ],
);
