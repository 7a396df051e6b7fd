import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Mode } from "../config/config.ts";
import { isOneOf, matches, type Database } from "../db/client.ts";
import { feedEvents } from "../db/schema/feed.ts";
import { isPublicText } from "./event-types.ts";

/** The sequence of the newest event, 0 if there is none: an expression for any query. */
export const newestSequence = sql`(SELECT coalesce(max(sequence), 0) FROM feed_events)`;

const isPublic = sql.raw(isPublicText("type"));

export type FeedRow = typeof feedEvents.$inferSelect;

/** Returns the sequences of the oldest event since `since` (unix milliseconds) and of the newest; null if none. */
export async function findFeedRange(
  db: Database,
  since: number,
): Promise<{ oldest: number | null; newest: number | null }> {
  const range = await db.get<{ oldest: number | null; newest: number | null }>(sql`
    SELECT (SELECT sequence FROM feed_events WHERE created_at >= ${since}
        ORDER BY created_at, sequence LIMIT 1) AS oldest,
      (SELECT max(sequence) FROM feed_events) AS newest`);
  return range ?? { oldest: null, newest: null };
}

/** Lists the events of a mode after `after` and not after `until`, oldest first. */
export function listEventRows(
  db: Database,
  input: {
    mode: Mode;
    after: number;
    until: number;
    types: string[] | undefined;
    customer: string | undefined;
    limit: number;
  },
): Promise<FeedRow[]> {
  const { mode, after, until, types, customer, limit } = input;
  return db
    .select()
    .from(feedEvents)
    .where(
      and(
        gt(feedEvents.sequence, after),
        lte(feedEvents.sequence, until),
        eq(feedEvents.mode, mode),
        customer === undefined ? undefined : eq(feedEvents.userId, customer),
        types ? isOneOf(feedEvents.type, types) : isPublic,
      ),
    )
    .orderBy(asc(feedEvents.sequence))
    .limit(limit);
}

export function findEventRow(db: Database, input: { mode: Mode; sequence: number }) {
  return db
    .select()
    .from(feedEvents)
    .where(and(matches(feedEvents, { sequence: input.sequence, mode: input.mode }), isPublic))
    .get();
}
