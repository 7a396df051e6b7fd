import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/**
 * A day's payments in one currency. It is recalculated from `payments` whenever a payment of that day changes. Days,
 * `YYYY-MM-DD`, are in the shop's time zone, as in all tables here but two, which say so.
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
    /** Payments that were the first of their customer. */
    firstCount: integer("first_count").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);

/**
 * What the packed payments of a UTC day (`YYYY-MM-DD`) add up to, so that a day is recalculated without unpacking them.
 * Written with the packs. `key` is empty for all of them, else a product's id or a country, or empty if unknown.
 */
export const packedTotals = sqliteTable(
  "packed_totals",
  {
    mode: mode(),
    day: text().notNull(),
    dimension: text({ enum: ["all", "product", "country"] }).notNull(),
    key: text().notNull(),
    currency: text().notNull(),
    grossMinor: integer("gross_minor").notNull(),
    count: integer().notNull(),
    firstCount: integer("first_count").notNull(),
    /** Of payments that were settled in this currency. */
    feeMinor: integer("fee_minor").notNull(),
    netMinor: integer("net_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.day, table.dimension, table.key, table.currency] }),
  ],
);

/** A total of a day (`YYYY-MM-DD`), or of a month (`YYYY-MM`), which is the sum of its days. */
const period = () => ({
  unit: text({ enum: ["day", "month"] }).notNull(),
  period: text().notNull(),
});

/**
 * Payments by product and by country. `key` is a product's id or a country, or empty if unknown. A long range reads
 * months, so that it stays as cheap as a short one.
 */
export const salesTotals = sqliteTable(
  "sales_totals",
  {
    mode: mode(),
    ...period(),
    dimension: text({ enum: ["product", "country"] }).notNull(),
    key: text().notNull(),
    currency: text().notNull(),
    grossMinor: integer("gross_minor").notNull(),
    refundedMinor: integer("refunded_minor").notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.mode, table.unit, table.dimension, table.period, table.key, table.currency],
    }),
  ],
);

/** What happened on a day, without amounts. Recalculated like the payments of a day. */
export const dailyActivity = sqliteTable(
  "daily_activity",
  {
    mode: mode(),
    day: text().notNull(),
    /** Subscriptions that started, trials included, and that ended. */
    startedCount: integer("started_count").notNull(),
    endedCount: integer("ended_count").notNull(),
    /** Trials that started, and trials that ended: with a paying subscription, or without one. */
    trialCount: integer("trial_count").notNull(),
    convertedCount: integer("converted_count").notNull(),
    lostTrialCount: integer("lost_trial_count").notNull(),
    /** Checkouts that were opened, and how many of these were completed, also on a later day. */
    checkoutCount: integer("checkout_count").notNull(),
    completedCount: integer("completed_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day] })],
);

/**
 * UTC days that need to be recalculated, with all of the shop's days that have a part of them. A day is marked in the
 * batch that changes one of its payments.
 */
export const staleDays = sqliteTable(
  "stale_days",
  { mode: mode(), day: text().notNull() },
  (table) => [primaryKey({ columns: [table.mode, table.day] })],
);

/**
 * What a subscription pays from a time on, until its next row. `yearlyMilli` is thousandths of a minor unit per year,
 * which is a whole number for all usual intervals, so that sums are exact; 0 while it pays nothing. Rows are never
 * changed: they are the history from which the movements of MRR follow.
 */
export const mrrSteps = sqliteTable(
  "mrr_steps",
  {
    subscriptionId: text("subscription_id").notNull(),
    at: integer().notNull(),
    customerId: text("customer_id").notNull(),
    currency: text().notNull(),
    yearlyMilli: integer("yearly_milli").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriptionId, table.at] }),
    index("mrr_steps_customer").on(table.customerId),
  ],
);

/**
 * How the MRR of a Stripe customer in one currency differs between the end of a day and the end of the day before.
 */
export const mrrMovements = sqliteTable(
  "mrr_movements",
  {
    mode: mode(),
    day: text().notNull(),
    customerId: text("customer_id").notNull(),
    currency: text().notNull(),
    kind: text({ enum: ["new", "expansion", "contraction", "churned", "reactivated"] }).notNull(),
    /** Negative for less. In thousandths of a minor unit per year. */
    yearlyMilli: integer("yearly_milli").notNull(),
    /** The month in which the customer first paid for a subscription. */
    cohort: text().notNull(),
    /** 1 if the customer pays for a subscription again or for the first time, -1 if no longer for any, else 0. */
    subscriberChange: integer("subscriber_change").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.day, table.customerId, table.currency] }),
    index("mrr_movements_customer").on(table.customerId),
    index("mrr_movements_kind").on(
      table.mode,
      table.kind,
      table.currency,
      table.day,
      table.customerId,
    ),
  ],
);

/** The sums of the movements of a period. All rows up to a period add up to the MRR at its end. */
export const mrrTotals = sqliteTable(
  "mrr_totals",
  {
    mode: mode(),
    ...period(),
    currency: text().notNull(),
    kind: text({ enum: ["new", "expansion", "contraction", "churned", "reactivated"] }).notNull(),
    yearlyMilli: integer("yearly_milli").notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.unit, table.period, table.currency, table.kind] }),
  ],
);

/**
 * By cohort: how many of its customers subscribed for the first time on a day, and how its size changed that day.
 */
export const dailyCohorts = sqliteTable(
  "daily_cohorts",
  {
    mode: mode(),
    day: text().notNull(),
    cohort: text().notNull(),
    startedCount: integer("started_count").notNull(),
    change: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.mode, table.day, table.cohort] }),
    index("daily_cohorts_cohort").on(table.mode, table.cohort, table.day),
  ],
);

/** What subscriptions are expected to pay at their next renewals, by day. Written once an hour. */
export const upcomingRenewals = sqliteTable(
  "upcoming_renewals",
  {
    mode: mode(),
    day: text().notNull(),
    currency: text().notNull(),
    amountMinor: integer("amount_minor").notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);

/**
 * Subscriptions in one currency at the end of a day. Today's row is at most an hour old. Rows keep the time zone in which
 * they were written: what was on another day's end cannot be counted later.
 */
export const dailySubscriptions = sqliteTable(
  "daily_subscriptions",
  {
    mode: mode(),
    day: text().notNull(),
    currency: text().notNull(),
    activeCount: integer("active_count").notNull(),
    trialingCount: integer("trialing_count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.day, table.currency] })],
);

/**
 * What a user bought in one mode, for lists of customers. Recalculated after each change of the user's purchases
 * (`stale_customers`); only users with a purchase or a gift have a row.
 */
export const customerFigures = sqliteTable(
  "customer_figures",
  {
    userId: text("user_id").notNull(),
    mode: mode(),
    /** The currency in which the most payments were made; null without payments. Lower case. */
    currency: text(),
    /** What was paid in that currency, less refunds. */
    spentMinor: integer("spent_minor").notNull(),
    /** The same in the currency's unit, so that a filter compares currencies with different decimals. */
    spent: real().notNull(),
    /** What was paid in further currencies, by currency in minor units, as JSON; null if there are none. */
    spentElsewhere: text("spent_elsewhere"),
    /** The latest payment, order, or start of a subscription; null if there are only gifts. */
    lastPurchaseAt: integer("last_purchase_at"),
    /** Of the latest payment whose country is known. Two letters in upper case. */
    country: text(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mode] }),
    index("customer_figures_spent").on(table.mode, table.currency, table.spentMinor, table.userId),
    index("customer_figures_time").on(table.mode, table.lastPurchaseAt, table.userId),
    index("customer_figures_country").on(table.mode, table.country, table.userId),
  ],
);

/** The products that a user has bought, subscribed to or been given, also if that has ended. Written with the figures. */
export const customerProducts = sqliteTable(
  "customer_products",
  {
    userId: text("user_id").notNull(),
    mode: mode(),
    productId: text("product_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.mode, table.productId] }),
    index("customer_products_product").on(table.mode, table.productId, table.userId),
  ],
);

/**
 * Users whose figures are to be recalculated. `changes` counts the marks, so that one that is set while the figures are
 * calculated is not lost.
 */
export const staleCustomers = sqliteTable("stale_customers", {
  userId: text("user_id").primaryKey(),
  changes: integer().notNull(),
});
