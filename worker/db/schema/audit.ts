import { index, sqliteTable, text, integer } from "drizzle-orm/sqlite-core";

/** Who changed what: written in the batch of the change, so that neither is there without the other. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    /** Sorts by time. */
    id: text().primaryKey(),
    actorType: text("actor_type", { enum: ["user", "system"] }).notNull(),
    /** A user's id, or the name of a job. */
    actorId: text("actor_id").notNull(),
    /** `object.verb`, e.g. `order.refunded`: one of `auditActions`. */
    action: text().notNull(),
    /** The id of what was changed. */
    targetId: text("target_id").notNull(),
    /** What was changed, as it was and as it became; null where there was or is none. No secrets. */
    before: text({ mode: "json" }).$type<Record<string, unknown> | null>(),
    after: text({ mode: "json" }).$type<Record<string, unknown> | null>(),
    requestId: text("request_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("audit_target").on(table.targetId, table.id),
    index("audit_actor").on(table.actorId, table.id),
    index("audit_action").on(table.action, table.id),
  ],
);
