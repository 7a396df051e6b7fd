import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/** Where a walk through a list of Stripe's or ours continues, so that an interrupted one is resumed. */
export const cursors = sqliteTable("cursors", {
  /** `<job>:<mode>`, for example `backfill:test`. */
  name: text().primaryKey(),
  /** What the job needs to continue; each job has its own format. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** When a scheduled job or a webhook first and last succeeded or failed. The doctor reads it. */
export const healthSignals = sqliteTable(
  "health_signals",
  {
    mode: mode(),
    signal: text().notNull(),
    firstAt: integer("first_at").notNull(),
    lastAt: integer("last_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.signal] })],
);

/** Work that a product needs: a push to Stripe, a pull from Stripe, or a walk through the users with a gift of it. */
export const pendingSyncs = sqliteTable(
  "pending_syncs",
  {
    mode: mode(),
    kind: text({ enum: ["push", "pull", "gifts"] }).notNull(),
    productId: text("product_id").notNull(),
    /** The reasons, or how far the walk is. Changes with every new request. */
    value: text().notNull(),
    since: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.productId, table.kind] })],
);

/** Which worker may sync a product now. */
export const productLeases = sqliteTable(
  "product_leases",
  {
    mode: mode(),
    productId: text("product_id").notNull(),
    token: text().notNull(),
    until: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mode, table.productId] })],
);

/** A page after page walk of a sweep through one of Stripe's lists or ours. */
export type SweepTask = {
  /** Names the list. */
  phase: string;
  /** Only objects that were created since, and before `to`: Unix seconds. */
  from?: number;
  to?: number;
  /** The last object seen in the list; null at the start. */
  after: string | null;
};

/** One comparison of what is at Stripe with what is here. It is running until `finishedAt` is set. */
export const sweeps = sqliteTable(
  "sweeps",
  {
    id: text().primaryKey(),
    mode: mode(),
    /**
     * - `full`: everything is compared
     * - `recent`: what was created or changed since `since`, and a part of what is older
     */
    kind: text({ enum: ["full", "recent"] })
      .notNull()
      .default("full"),
    since: integer(),
    /** Up to when the parts of the older objects were compared; null if the next one is the first again. */
    partUntil: integer("part_until"),
    /** What is left to do. Null for a sweep of an older version, which walks one list after the other. */
    tasks: text({ mode: "json" }).$type<SweepTask[]>(),
    /** The list being walked, and the last object seen in it. */
    phase: text().notNull(),
    startingAfter: text("starting_after"),
    checked: integer().notNull().default(0),
    drifted: integer().notNull().default(0),
    startedAt: integer("started_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (table) => [
    uniqueIndex("sweeps_running")
      .on(table.mode)
      .where(sql`finished_at IS NULL`),
  ],
);

/** Problems found, such as drift or a duplicate payment. Written once per object and kind. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text().primaryKey(),
    mode: mode(),
    kind: text({
      enum: ["drift", "duplicate", "unknown_customer", "missing_source", "missed_checkout"],
    }).notNull(),
    customerId: text("customer_id"),
    stripeObjectId: text("stripe_object_id").notNull(),
    /** A description for the team. */
    detail: text().notNull(),
    sweepId: text("sweep_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("incidents_time").on(table.mode, table.createdAt),
    index("incidents_customer").on(table.customerId),
  ],
);

/** Switches that are on, and since when. `revocations_frozen` is outage mode. */
export const switches = sqliteTable("switches", {
  name: text({ enum: ["revocations_frozen"] }).primaryKey(),
  since: integer().notNull(),
});
