import { sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { readTogether, type Database, type Statement } from "../db/client.ts";
import type { feedEvents } from "../db/schema/feed.ts";
import type { Ctx } from "../context.ts";
import { feedRowColumns, selectChunks, type ChunkRef } from "./archive/chunks.ts";
import { addArchived, readChunk } from "./archive/read-archive.ts";
import { isPublicText, isPublicType } from "./event-types.ts";

/** The sequence of the newest event, 0 if there is none: an expression for any query. */
export const newestSequence = sql`(SELECT coalesce(max(sequence), 0) FROM feed_events)`;

const isPublic = sql.raw(isPublicText("e.type"));

export type FeedRow = typeof feedEvents.$inferSelect;

/**
 * Returns the sequence that the feed since `since` (unix milliseconds) begins with, and that of the newest event; null
 * if there is none. It begins up to a day earlier, with the time that was recorded last before `since`.
 */
export async function findFeedRange(
  db: Database,
  since: number,
): Promise<{ oldest: number | null; newest: number | null }> {
  const range = await db.get<{ oldest: number | null; newest: number | null }>(sql`
    SELECT coalesce(
        (SELECT sequence + 1 FROM feed_times WHERE at <= ${since} ORDER BY at DESC LIMIT 1),
        min((SELECT min(sequence) FROM feed_events),
          coalesce((SELECT first_sequence FROM feed_chunks WHERE id = (SELECT min(id) FROM feed_chunks)),
            (SELECT min(sequence) FROM feed_events)))) AS oldest,
      (SELECT max(sequence) FROM feed_events) AS newest`);
  return range ?? { oldest: null, newest: null };
}

/** Records the newest sequence at this time, for `findFeedRange`. */
export const insertFeedTime = (now: number): Statement =>
  sql`INSERT OR IGNORE INTO feed_times (at, sequence) VALUES (${now}, ${newestSequence})`;

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
