import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

const mode = () => text({ enum: ["test", "live"] }).notNull();

/**
 * What jobs remember. Where a walk through Stripe's lists stands, so that one that was cut short goes on instead of
 * counting as done; and how many subscriptions began and ended on the days that are over.
 */
export const cursors = sqliteTable("cursors", {
  /** `<job>:<mode>`, e.g. `backfill:test`. */
  name: text().primaryKey(),
  /** What the job needs to go on: JSON of its own. */
  value: text().notNull(),
  updatedAt: integer("updated_at").notNull(),
});

/** One comparison of all that Stripe has with all that we have. Running until `finishedAt` is set. */
export const sweeps = sqliteTable(
  "sweeps",
  {
    id: text().primaryKey(),
    mode: mode(),
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

/** What needed a second look: a mirror that differed from Stripe, a thing paid twice. Written once per object and kind. */
export const incidents = sqliteTable(
  "incidents",
  {
    id: text().primaryKey(),
    mode: mode(),
    kind: text({ enum: ["drift", "duplicate", "unknown_customer"] }).notNull(),
    customerId: text("customer_id"),
    stripeObjectId: text("stripe_object_id").notNull(),
    /** What was found, for a person to read. */
    detail: text().notNull(),
    sweepId: text("sweep_id"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("incidents_time").on(table.mode, table.createdAt),
    index("incidents_customer").on(table.customerId),
  ],
);

/** What the seller has switched on, and since when. `revocations_frozen` is the outage mode. */
export const switches = sqliteTable("switches", {
  name: text({ enum: ["revocations_frozen"] }).primaryKey(),
  since: integer().notNull(),
});
