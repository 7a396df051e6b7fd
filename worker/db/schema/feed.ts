import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The feed: what happened to each object, in order. An entry is written in the batch of the change that it records and
 * is never changed, except that the personal data in it is erased with the account. The newest entry of an object is
 * the state that other programs know, so an object is recorded again only when it differs from it.
 */
export const feedEvents = sqliteTable(
  "feed_events",
  {
    /** Without gaps, in the order of the commits: D1 runs one batch after the other. */
    sequence: integer().primaryKey({ autoIncrement: true }),
    mode: text({ enum: ["test", "live"] }).notNull(),
    /** `object.verb`, e.g. `order.paid`. */
    type: text().notNull(),
    /** The id of the object; for an entitlement `<user id>:<feature key>`. */
    objectId: text("object_id").notNull(),
    /** The user it belongs to; null for products. */
    userId: text("user_id"),
    /** JSON: the object as the API answered for it when the batch ran. */
    data: text().notNull(),
    /** Who made the change: a user, an API key, or a job. */
    actorType: text("actor_type", { enum: ["user", "key", "system"] }).notNull(),
    actorId: text("actor_id").notNull(),
    requestId: text("request_id").notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("feed_events_object").on(table.objectId, table.sequence),
    index("feed_events_user").on(table.userId, table.sequence),
    index("feed_events_time").on(table.createdAt, table.sequence),
  ],
);
