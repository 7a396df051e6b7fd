import { sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { readTogether, type Database } from "../db/client.ts";
import type { feedEvents } from "../db/schema/feed.ts";
import type { Ctx } from "../context.ts";
import { feedRowColumns, selectChunks, type ChunkRef } from "./archive/chunks.ts";
import { addArchived, readChunk } from "./archive/read-archive.ts";
import { isPublicText, isPublicType } from "./event-types.ts";

/** The sequence of the newest event, 0 if there is none: an expression for any query. */
export const newestSequence = sql`(SELECT coalesce(max(sequence), 0) FROM feed_events)`;

const isPublic = sql.raw(isPublicText("e.type"));

export type FeedRow = typeof feedEvents.$inferSelect;

/** Returns the sequences of the oldest event since `since` (unix milliseconds) and of the newest; null if none. */
export async function findFeedRange(
  db: Database,
  since: number,
): Promise<{ oldest: number | null; newest: number | null }> {
  // Of the archive, whole chunks: a reader may miss some of the events that leave the feed within the hour.
  const range = await db.get<{ oldest: number | null; newest: number | null }>(sql`
    SELECT (SELECT min(sequence) FROM (
        SELECT * FROM (SELECT sequence FROM feed_events WHERE created_at >= ${since}
          ORDER BY created_at, sequence LIMIT 1)
        UNION ALL
        SELECT * FROM (SELECT first_sequence FROM feed_chunks WHERE first_at >= ${since}
          ORDER BY first_at LIMIT 1))) AS oldest,
      (SELECT max(sequence) FROM feed_events) AS newest`);
  return range ?? { oldest: null, newest: null };
}

/** Which events to list. */
export type EventFilter = {
  mode: Mode;
  /** All public ones, if it is left out. */
  types?: string[] | undefined;
  customer?: string | undefined;
};

/**
 * Lists the events after `after` and not after `until`, oldest first, also those in the archive.
 * @returns `limitedTo`: the sequence up to which the archive was read, if the page ends there; else null
 * @throws `unavailable` if the page has archived events and R2 does not answer
 */
export async function listEventRows(
  ctx: Ctx,
  input: EventFilter & { after: number; until: number; limit: number },
): Promise<{ rows: FeedRow[]; limitedTo: number | null }> {
  const { mode, after, until, types, customer, limit } = input;
  const [rows, chunks] = await readTogether<[FeedRow, ChunkRef]>(ctx.db, [
    sql`SELECT ${feedRowColumns} FROM feed_events e
      WHERE e.sequence > ${after} AND e.sequence <= ${until} AND e.mode = ${mode}
        ${customer === undefined ? sql`` : sql`AND e.user_id = ${customer}`}
        AND ${types ? sql`e.type IN (SELECT value FROM json_each(${JSON.stringify(types)}))` : isPublic}
      ORDER BY e.sequence LIMIT ${limit}`,
    selectChunks({ after, before: until + 1, customer, order: "ASC" }),
  ]);
  return addArchived(ctx, {
    rows,
    chunks,
    order: "ASC",
    limit,
    matches: (event) =>
      event.sequence > after && event.sequence <= until && isInFilter(event, input),
    toRow: (event) => event,
  });
}

/** Whether an archived event is in a list with this filter. */
export function isInFilter(event: FeedRow, { mode, types, customer }: EventFilter): boolean {
  return (
    event.mode === mode &&
    (customer === undefined || event.userId === customer) &&
    (types ? types.includes(event.type) : isPublicType(event.type))
  );
}

/**
 * Returns one event that other programs may see, also if it is in the archive.
 * @throws `unavailable` if it may be in the archive and R2 does not answer
 */
export async function findEventRow(
  ctx: Ctx,
  input: { mode: Mode; sequence: number },
): Promise<FeedRow | undefined> {
  const { mode, sequence } = input;
  const [[row], [chunk]] = await readTogether<[FeedRow, ChunkRef]>(ctx.db, [
    sql`SELECT ${feedRowColumns} FROM feed_events e
      WHERE e.sequence = ${sequence} AND e.mode = ${mode} AND ${isPublic}`,
    selectChunks({ after: sequence - 1, before: sequence + 1, order: "ASC" }),
  ]);
  if (row || !chunk) return row;
  const events = await readChunk(ctx, chunk);
  return events.find((event) => event.sequence === sequence && isInFilter(event, { mode }));
}
