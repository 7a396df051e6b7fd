import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/** A day's payments in one currency, added up again from `payments` whenever one of that day changes. Days are UTC, `YYYY-MM-DD`. */
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
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);

/** Days whose payments changed since they were added up: marked in the batch that changes a payment. */
export const staleDays = sqliteTable(
  "stale_days",
  { mode: mode(), day: text().notNull() },
  (table) => [primaryKey({ columns: [table.mode, table.day] })],
);

/** How the subscriptions of one currency stood at the end of a UTC day; of today: within the last hour. */
export const dailySubscriptions = sqliteTable(
  "daily_subscriptions",
  {
    mode: mode(),
    day: text().notNull(),
    currency: text().notNull(),
    /** What they bring in a month, in minor units. */
    monthlyMinor: integer("monthly_minor").notNull(),
    activeCount: integer("active_count").notNull(),
    trialingCount: integer("trialing_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);
