import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/**
 * A day's payments in one currency. It is recalculated from `payments` whenever a payment of that day changes. Days are
 * UTC, `YYYY-MM-DD`.
 */
export const dailyPayments = sqliteTable(
  "daily_payments",
  {
    mode: mode(),
    day: text().notNull(),
    currency: text().notNull(),
    grossMinor: integer("gross_minor").notNull(),
    refundedMinor: integer("refunded_minor").notNull(),
    count: integer().notNull(),
    failedCount: integer("failed_count").notNull(),
    /** What the payments of this currency add up to that are not captured yet, so that their fees are unknown. */
    unsettledMinor: integer("unsettled_minor").notNull().default(0),
    /** Of payments that were settled in this currency. */
    feeMinor: integer("fee_minor").notNull().default(0),
    disputedMinor: integer("disputed_minor").notNull().default(0),
    netMinor: integer("net_minor").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);

/** Days that need to be recalculated. A day is marked in the batch that changes one of its payments. */
export const staleDays = sqliteTable(
  "stale_days",
  { mode: mode(), day: text().notNull() },
  (table) => [primaryKey({ columns: [table.mode, table.day] })],
);

/** Subscriptions in one currency at the end of a UTC day. Today's row is at most an hour old. */
export const dailySubscriptions = sqliteTable(
  "daily_subscriptions",
  {
    mode: mode(),
    day: text().notNull(),
    currency: text().notNull(),
    /** Monthly recurring revenue in minor units. */
    monthlyMinor: integer("monthly_minor").notNull(),
    activeCount: integer("active_count").notNull(),
    trialingCount: integer("trialing_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);
