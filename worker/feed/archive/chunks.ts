import { sql, type SQL } from "drizzle-orm";
import type { FeedRow } from "../store.ts";

/** Sequences in one chunk of the archive. Changing it would lose what is archived. */
export const CHUNK_SIZE = 1000;

/** Chunks that one page reads at most. */
export const MAX_CHUNKS = 6;

/** Returns the number of the chunk that a sequence belongs to. */
export const chunkOf = (sequence: number): number => Math.floor((sequence - 1) / CHUNK_SIZE);

/** Returns the first and the last sequence of a chunk. */
export const rangeOf = (id: number): { first: number; last: number } => ({
  first: id * CHUNK_SIZE + 1,
  last: (id + 1) * CHUNK_SIZE,
});

/** Returns the key of a chunk's object. In the order of the keys, the sequences grow. */
export const keyOfChunk = (id: number): string =>
  `archive/feed/${String(rangeOf(id).first).padStart(12, "0")}.ndjson.gz`;

/** The columns of `FeedRow` in a query that calls the table `e`. */
export const feedRowColumns =
  sql.raw(`e.sequence, e.mode, e.type, e.object_id AS "objectId", e.user_id AS "userId",
  e.data, e.actor_type AS "actorType", e.actor_id AS "actorId", e.request_id AS "requestId", e.created_at AS "createdAt"`);

/** A line of a chunk: the row as it was in the database. */
export type ArchivedEvent = FeedRow;

/** A chunk to read, and the users whose personal data is still in it, though they were deleted: a JSON array. */
export type ChunkRef = { id: number; erased: string };

/**
 * Returns a query of the chunks that have events after `after` and before `before`, as `ChunkRef`. Run it in one batch
 * with the query of the rows and read the objects afterward: an event that moves in the meantime is then found in the
 * rows, in the object, or in both.
 * @param input.customer only those with events of this user
 * @param input.order of the sequences. There is one chunk more than a page reads, if there are more.
 */
export function selectChunks(input: {
  after: number;
  before: number;
  customer?: string | undefined;
  order: "ASC" | "DESC";
}): SQL {
  const { after, before, customer, order } = input;
  const ofCustomer =
    customer === undefined
      ? sql``
      : sql`AND c.id IN (SELECT value FROM feed_chunk_users u, json_each(u.chunks) WHERE u.user_id = ${customer})`;
  return sql`SELECT c.id, (SELECT json_group_array(e.user_id) FROM feed_erasures e WHERE e.chunk_id = c.id) AS erased
    FROM feed_chunks c
    WHERE c.id >= ${chunkOf(after + 1)} AND c.id <= ${chunkOf(before - 1)} ${ofCustomer}
    ORDER BY c.id ${sql.raw(order)} LIMIT ${MAX_CHUNKS + 1}`;
}
