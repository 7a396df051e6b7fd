import { index, sqliteTable, text, integer } from "drizzle-orm/sqlite-core";

/** The audit log. Each entry is written in the same batch as its change, so neither exists without the other. */
export const auditEntries = sqliteTable(
  "audit_entries",
  {
    /** Ids sort by time. */
    id: text().primaryKey(),
    actorType: text("actor_type", { enum: ["user", "key", "system"] }).notNull(),
    /** The id of a user or an API key, or the name of a job. */
    actorId: text("actor_id").notNull(),
    /** `object.verb`, e.g. `order.refunded`: one of `auditActions`. */
    action: text().notNull(),
    /** The id of the changed object. */
    targetId: text("target_id").notNull(),
    /** The changed fields before and after the change; null if there are none. No secrets. */
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
