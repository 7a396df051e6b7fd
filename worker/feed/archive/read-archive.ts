import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import { feedEvents } from "../../db/schema/feed.ts";
import { fail } from "../../errors.ts";
import { readLines } from "../../stored-lines.ts";
import { erasedText } from "../erase-events.ts";
import {
  chunkOf,
  keyOfChunk,
  MAX_CHUNKS,
  rangeOf,
  type ArchivedEvent,
  type ChunkRef,
} from "./chunks.ts";

/**
 * Adds archived events to a page of rows from the database.
 * @param input.rows the page from the database, in `order`, at most `limit`
 * @param input.chunks the answer of `selectChunks` with the same order, from the same batch
 * @param input.matches whether an archived event belongs to the list: window and filters
 * @param input.toRow returns an archived event as the list has its rows
 * @returns at most `limit` rows. `limitedTo`: the page ends at this sequence because it read as many objects as it
 *   may; null if it does not.
 * @throws `unavailable` if R2 does not answer
 */
export async function addArchived<Row extends { sequence: number }>(
  ctx: Ctx,
  input: {
    rows: Row[];
    chunks: ChunkRef[];
    order: "ASC" | "DESC";
    limit: number;
    matches: (event: ArchivedEvent) => boolean;
    toRow: (event: ArchivedEvent) => Row;
  },
): Promise<{ rows: Row[]; limitedTo: number | null }> {
  const { chunks, order, limit, matches, toRow } = input;
  const direction = order === "ASC" ? 1 : -1;
  let { rows } = input;
  for (const [index, chunk] of chunks.entries()) {
    const { first, last } = rangeOf(chunk.id);
    const start = order === "ASC" ? first : last;
    const end = rows[limit - 1];
    if (end && (start - end.sequence) * direction > 0) break;
    if (index === MAX_CHUNKS) {
      const limitedTo = start - direction;
      return {
        rows: rows.filter(({ sequence }) => (limitedTo - sequence) * direction >= 0),
        limitedTo,
      };
    }
    const known = new Set(rows.map(({ sequence }) => sequence));
    const found = (await readChunk(ctx, chunk)).filter(
      (event) => !known.has(event.sequence) && matches(event),
    );
    rows = [...rows, ...found.map(toRow)]
      .toSorted((a, b) => (a.sequence - b.sequence) * direction)
      .slice(0, limit);
  }
  return { rows, limitedTo: null };
}

/**
 * Returns the archived events of a chunk, oldest first, without the personal data of deleted users.
 * @throws `unavailable` if R2 does not answer, or has lost the object
 */
export async function readChunk(ctx: Ctx, { id, erased }: ChunkRef): Promise<ArchivedEvent[]> {
  const key = keyOfChunk(id);
  const stored = await readLines<ArchivedEvent>(ctx.files, key);
  if (!stored) throw fail("unavailable", { reason: `R2 has no ${key}` });
  return eraseLines(ctx, stored.lines, JSON.parse(erased) as string[]);
}

/** Returns the events without the personal data of these users. */
export async function eraseLines(
  ctx: Ctx,
  lines: ArchivedEvent[],
  userIds: string[],
): Promise<ArchivedEvent[]> {
  const given = lines.filter(({ userId }) => userId !== null && userIds.includes(userId));
  if (given.length === 0) return lines;
  const rows = await ctx.db.all<{ sequence: number; data: string }>(sql`
    SELECT sequence, ${sql.raw(erasedText)} AS data FROM (
      SELECT value ->> 'sequence' AS sequence, value ->> 'type' AS type, value ->> 'data' AS data
      FROM json_each(${JSON.stringify(given)}))`);
  const erased = new Map(rows.map(({ sequence, data }) => [sequence, data]));
  return lines.map((line) => ({ ...line, data: erased.get(line.sequence) ?? line.data }));
}

/**
 * Lists all archived events of a user, oldest first.
 * @throws `unavailable` if R2 does not answer
 */
export async function listArchivedOfUser(ctx: Ctx, userId: string): Promise<ArchivedEvent[]> {
  const chunks = await ctx.db.all<ChunkRef>(sql`
    SELECT c.value AS id, (SELECT json_group_array(e.user_id) FROM feed_erasures e WHERE e.chunk_id = c.value) AS erased
    FROM feed_chunk_users u, json_each(u.chunks) c WHERE u.user_id = ${userId}`);
  const events: ArchivedEvent[] = [];
  // One after the other, so that only one chunk is in memory.
  for (const chunk of chunks.toSorted((a, b) => a.id - b.id))
    events.push(...(await readChunk(ctx, chunk)).filter((event) => event.userId === userId));
  return events;
}

/**
 * Returns the writes that put archived events back into the database, for a while: the job moves them again.
 * @throws `unavailable` if R2 does not answer, or has lost an object
 */
export async function returnEvents(ctx: Ctx, sequences: number[]): Promise<Statement[]> {
  const ids = JSON.stringify([...new Set(sequences.map(chunkOf))]);
  const chunks = await ctx.db.all<ChunkRef>(sql`
    SELECT c.value AS id, (SELECT json_group_array(e.user_id) FROM feed_erasures e WHERE e.chunk_id = c.value) AS erased
    FROM json_each(${ids}) c`);
  const statements: Statement[] = [];
  for (const chunk of chunks)
    for (const event of await readChunk(ctx, chunk))
      if (sequences.includes(event.sequence))
        statements.push(ctx.db.insert(feedEvents).values(event).onConflictDoNothing());
  return statements;
}
