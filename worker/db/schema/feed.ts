import { blob, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The feed: what happened to each object, in order. An entry is written in the batch of the change that it records and
 * is never changed, except that the personal data in it is erased with the account. The newest entry of an object is
 * the state that other programs know, so an object is recorded again only when it differs from it. Entries move to R2
 * after some weeks (`feed/archive`); of an object that has none here any more, `feedNewest` has what can change.
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
  ],
);

/**
 * The newest sequence at a time of each day: what happened later than `at` has a higher one. Finds where the feed of
 * the last so many days begins, instead of an index that every event would write.
 */
export const feedTimes = sqliteTable("feed_times", {
  at: integer().primaryKey(),
  sequence: integer().notNull(),
});

/**
 * The archive of the feed: one compressed object in R2 for each thousand sequences. `id` is the number of the thousand:
 * chunk 0 has the sequences 1 to 1,000. Entries of these sequences that are still needed here stay in `feed_events`.
 */
export const feedChunks = sqliteTable("feed_chunks", {
  id: integer().primaryKey(),
  /** The events in the object. */
  count: integer().notNull(),
  /** The sequence and the time of the oldest of them. Only release 0.2.0 reads the time, after a rollback. */
  firstSequence: integer("first_sequence").notNull(),
  firstAt: integer("first_at").notNull(),
});

/** The chunks with events of a user: a JSON array of their numbers. */
export const feedChunkUsers = sqliteTable("feed_chunk_users", {
  userId: text("user_id").primaryKey(),
  chunks: text({ mode: "json" }).$type<number[]>().notNull(),
});

/**
 * What a user's objects were when last recorded, of which all entries are in R2. JSON: by the id of each object, the
 * sequence of its newest entry, and the fields that can change (`feed/comparable.ts`). The id of an entitlement is
 * without the user's: `:<feature key>`. An entry in `feedEvents` is newer.
 */
export const feedNewest = sqliteTable(
  "feed_newest",
  {
    userId: text("user_id").notNull(),
    mode: text({ enum: ["test", "live"] }).notNull(),
    objects: text({ mode: "json" }).$type<Record<string, [number, object]>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.mode] })],
);

/**
 * What the history of a purchase shows of the archived states of an object, so that it reads nothing from R2. JSON, or
 * compressed JSON as bytes (`feed/archive/states.ts`). Nothing in it is personal data.
 */
export const feedHistories = sqliteTable("feed_histories", {
  objectId: text("object_id").primaryKey(),
  states: blob().$type<string | ArrayBuffer>().notNull(),
});

/** A deleted user whose personal data still has to be removed from a chunk. Readers leave it out already. */
export const feedErasures = sqliteTable(
  "feed_erasures",
  {
    chunkId: integer("chunk_id").notNull(),
    userId: text("user_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.chunkId, table.userId] })],
);
