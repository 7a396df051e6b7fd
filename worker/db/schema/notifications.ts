import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { userId } from "./account.ts";

/** What team members can be notified about by email. */
export const notificationKinds = [
  "sale",
  "renewal_failed",
  "cancellation",
  "dispute",
  "fraud_warning",
  "webhooks_stalled",
  "shop_problem",
  "team_change",
  "statement",
] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Notifications of one kind: those with `after` < sequence <= `upTo`. */
export type NotificationRange = { kind: NotificationKind; after: number; upTo: number };

/** How a member is notified of a kind: not at all, in an email of its own, or in the daily digest. */
export const notificationDeliveries = ["off", "immediate", "daily"] as const;
export type NotificationDelivery = (typeof notificationDeliveries)[number];

/** What can be wrong with the shop itself. `worker/sync/watch/find-problems.ts` says when each is. */
export const shopProblems = [
  "cron_late",
  "jobs_failing",
  "stripe_unavailable",
  "syncs_late",
  "events_dead",
  "webhooks_stopped",
  "emails_late",
  "emails_rejected",
  "database_filling",
  "database_nearly_full",
  "old_data_kept",
] as const;
export type ShopProblem = (typeof shopProblems)[number];

/** Facts that no other row has. Times in Unix milliseconds, amounts in minor units. */
export type NotificationFacts = {
  /** What happened within the kind, such as `trial` of a sale, `lost` of a dispute or `recovered` of a stall. */
  event: string;
  /** Stripe's reason of a dispute, or its type of fraud. */
  reason?: string | null;
  /** Until when the team has to answer a dispute. */
  dueAt?: number | null;
  /** Since when webhooks are missing, or the shop has a problem. */
  since?: number;
  /** Which problem of the shop, of which jobs or kinds of rows, how many events, and the bytes of the database. */
  problem?: ShopProblem;
  names?: string[];
  count?: number;
  bytes?: number;
  /** Of a change by the team: what it made, and the user's or API key's id. */
  what?: string;
  by?: string;
};

/**
 * Something that the team is notified about. It is written in the batch of the change it reports, once for each
 * `dedupeKey`. It holds no personal data: names are read when an email is written.
 */
export const notifications = sqliteTable(
  "notifications",
  {
    sequence: integer().primaryKey({ autoIncrement: true }),
    mode: text({ enum: ["test", "live"] }).notNull(),
    kind: text({ enum: notificationKinds }).notNull(),
    dedupeKey: text("dedupe_key").notNull(),
    /** What it is about. Webhooks and the shop have no row: `sourceId` is empty. */
    sourceType: text("source_type", {
      enum: ["order", "subscription", "alert", "webhooks", "team", "shop", "statement"],
    }).notNull(),
    sourceId: text("source_id").notNull(),
    facts: text({ mode: "json" }).$type<NotificationFacts>().notNull(),
    /** In minor units. Null if no money moved, or the amount is unknown. */
    amountMinor: integer("amount_minor"),
    currency: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("notifications_dedupe").on(table.mode, table.kind, table.dedupeKey),
    index("notifications_kind").on(table.mode, table.kind, table.sequence),
    index("notifications_time").on(table.createdAt),
  ],
);

/** A member's choices. Kinds that are not in `deliveries` have the default of the member's role. */
export const notificationSettings = sqliteTable("notification_settings", {
  userId: userId().primaryKey(),
  deliveries: text({ mode: "json" })
    .$type<Partial<Record<NotificationKind, NotificationDelivery>>>()
    .notNull(),
  /** IANA name, from the member's browser. The digest is sent in the morning there. */
  timeZone: text("time_zone"),
  updatedAt: integer("updated_at").notNull(),
});

/** The last notification of a kind that a member got, and when. `digest` says when the last digest was due. */
export const notificationCursors = sqliteTable(
  "notification_cursors",
  {
    userId: userId().notNull(),
    kind: text({ enum: [...notificationKinds, "digest"] }).notNull(),
    sequence: integer().notNull(),
    emailedAt: integer("emailed_at"),
  },
  (table) => [primaryKey({ columns: [table.userId, table.kind] })],
);
