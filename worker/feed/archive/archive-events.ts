import { sql } from "drizzle-orm";
import type { Ctx } from "../../context.ts";
import { commit, readTogether, type Statement } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { DAY } from "../../lib/time.ts";
import { readLines, writeLines } from "../../stored-lines.ts";
import type { FeedRow } from "../store.ts";
import { changeableOfEvent } from "../comparable.ts";
import { CHUNK_SIZE, feedRowColumns, keyOfChunk, rangeOf, type ArchivedEvent } from "./chunks.ts";
import { packStates, toBatch, toShownData, unpackStates, type ArchivedState } from "./states.ts";

/** For so long, events wait for an endpoint that is not enabled. */
const WAIT_FOR_ENDPOINTS_MS = 365 * DAY;

/** A user's list in `feed_newest` that is longer gets no more objects, so that reading it stays fast. */
const MAX_NEWEST_LENGTH = 200_000;

/** Which events may move. */
type Limits = {
  /** Events that are not older than this stay (unix milliseconds). */
  before: number;
  /** Whether the newest event of an object moves, too. */
  withNewest: boolean;
};

const isLicense = sql.raw("e.type LIKE 'license.%'");

/**
 * The condition on a row `e` of `feed_events` that it is the newest of its object and may move. What has no user stays,
 * with what is erased or restored together with it. So do statements, which may get their user later, and the newest
 * event of all, whose sequence is asked for.
 */
const mayMoveAsNewest = sql`NOT EXISTS (SELECT 1 FROM feed_events n
    WHERE n.object_id = e.object_id AND n.sequence > e.sequence AND n.mode = e.mode)
  AND e.sequence < (SELECT max(sequence) FROM feed_events)
  AND e.type NOT LIKE 'statement.%'
  AND (NOT ${isLicense} OR (e.data ->> 'grantId' IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM feed_events i WHERE i.object_id = 'imported:' || e.object_id)))
  AND NOT EXISTS (SELECT 1 FROM feed_newest f
    WHERE f.user_id = e.user_id AND length(f.objects) > ${MAX_NEWEST_LENGTH})`;

/**
 * The condition on a row `e` of `feed_events` that it may move to the archive. Its object has a newer event, which the
 * next change is compared with, or it is the newest itself; no delivery refers to it, and none will be planned. Without a
 * user are only products, and what is erased with a gift or a license key that got a user later. Lost keys are put back
 * with the newest event that names their grant.
 */
const mayMove = ({ before, withNewest }: Limits, now: number) => sql`e.created_at < ${before}
  AND e.user_id IS NOT NULL
  AND (EXISTS (SELECT 1 FROM feed_events n
      WHERE n.object_id = e.object_id AND n.sequence > e.sequence AND n.mode = e.mode
        AND (NOT ${isLicense} OR e.data ->> 'grantId' IS NULL OR n.data ->> 'grantId' IS NOT NULL))
    ${withNewest ? sql`OR (${mayMoveAsNewest})` : sql``})
  AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w
    WHERE w.planned_up_to < e.sequence AND e.created_at > ${now - WAIT_FOR_ENDPOINTS_MS})
  AND NOT EXISTS (SELECT 1 FROM webhook_endpoints w
    JOIN webhook_deliveries d ON d.endpoint_id = w.id AND d.sequence = e.sequence)`;

/**
 * Finds what may move to the archive, in the next chunks.
 * @param input.from the number of the first chunk
 * @returns the chunks with at least `minimum` such events, and the number of the next chunk to look at; null at the
 *   end of what is old enough
 */
export async function findChunksToArchive(
  ctx: Ctx,
  input: Limits & { from: number; chunks: number; minimum: number },
): Promise<{ ids: number[]; next: number | null }> {
  const { from, chunks, before, minimum } = input;
  const after = from * CHUNK_SIZE;
  const until = (from + chunks) * CHUNK_SIZE;
  const [[first], found] = await readTogether<[{ sequence: number; at: number }, { id: number }]>(
    ctx.db,
    [
      sql`SELECT sequence, created_at AS at FROM feed_events
        WHERE sequence > ${after} ORDER BY sequence LIMIT 1`,
      sql`SELECT (e.sequence - 1) / ${sql.raw(String(CHUNK_SIZE))} AS id FROM feed_events e
        WHERE e.sequence > ${after} AND e.sequence <= ${until} AND ${mayMove(input, ctx.now)}
        GROUP BY 1 HAVING count(*) >= ${minimum} ORDER BY 1`,
    ],
  );
  const isEnd = first === undefined || first.at >= before;
  // Ids of rolled back or deleted rows leave gaps, which may be long.
  const next = isEnd
    ? null
    : Math.max(from + chunks, Math.floor((first.sequence - 1) / CHUNK_SIZE));
  return { ids: found.map(({ id }) => id), next };
}

/** `isRepeated` is null for the newest event of its object; `ofObject` counts the object's events in the database. */
type MovableRow = FeedRow & { isRepeated: 0 | 1 | null; ofObject: number };

/**
 * Moves the old events of one chunk to R2: first the object is written, with what it had before, then one batch
 * deletes the rows and notes where the events are. If it fails in between, or runs twice, the same events are in both
 * places, and readers take the rows. The next run writes the same object again.
 * @param input.with further writes for the same batch; the first may abort it
 * @returns how many events moved
 * @throws `unavailable` if R2 does not answer or has lost the object; an error if another worker has written the object
 *   in the meantime
 */
export async function archiveChunk(
  ctx: Ctx,
  input: Limits & { id: number; with?: Statement[] },
): Promise<number> {
  const { id } = input;
  const { first, last } = rangeOf(id);
  const inChunk = sql`e.sequence BETWEEN ${first} AND ${last}`;
  const [movable, present, deleted, histories, [chunk]] = await readTogether<
    [
      MovableRow,
      { sequence: number },
      { id: string },
      { objectId: string; states: string },
      { id: number },
    ]
  >(ctx.db, [
    sql`SELECT ${feedRowColumns},
        (SELECT n.data = e.data AND n.created_at = e.created_at AND n.request_id = e.request_id FROM feed_events n
          WHERE n.object_id = e.object_id AND n.sequence > e.sequence AND n.mode = e.mode
          ORDER BY n.sequence LIMIT 1) AS "isRepeated",
        (SELECT count(*) FROM feed_events n WHERE n.object_id = e.object_id AND n.mode = e.mode) AS "ofObject"
      FROM feed_events e WHERE ${inChunk} AND ${mayMove(input, ctx.now)} ORDER BY e.sequence`,
    sql`SELECT e.sequence FROM feed_events e WHERE ${inChunk}`,
    sql`SELECT u.id FROM users u
      WHERE u.status = 'deleted' AND u.id IN (SELECT e.user_id FROM feed_events e WHERE ${inChunk})`,
    sql`SELECT h.object_id AS "objectId",
        CASE typeof(h.states) WHEN 'blob' THEN hex(h.states) ELSE h.states END AS states FROM feed_histories h
      WHERE h.object_id IN (SELECT e.object_id FROM feed_events e WHERE ${inChunk})`,
    sql`SELECT id FROM feed_chunks WHERE id = ${id}`,
  ]);
  // The newest event moves last: what the next change is compared with is the newest that is in the database.
  const moving = Map.groupBy(movable, ({ mode, objectId }) => `${mode} ${objectId}`);
  const rows = movable.filter(
    ({ mode, objectId, isRepeated, ofObject }) =>
      isRepeated !== null || moving.get(`${mode} ${objectId}`)?.length === ofObject,
  );
  if (rows.length === 0) {
    await commit(ctx.db, input.with ?? []);
    return 0;
  }
  const key = keyOfChunk(id);
  const stored = await readLines<ArchivedEvent>(ctx.files, key);
  // Somebody deleted it. The rows stay until it is back: an object without them would hide the loss.
  if (chunk && !stored) throw fail("unavailable", { reason: `R2 has lost ${key}` });
  const inRows = new Set(present.map(({ sequence }) => sequence));
  const lines = [
    // A run that died after it had written the object left events in it that are still here.
    ...(stored?.lines ?? []).filter(({ sequence }) => !inRows.has(sequence)),
    ...rows.map(({ isRepeated: _, ofObject: _count, ...row }) => row),
  ].toSorted((a, b) => a.sequence - b.sequence);
  if (!(await writeLines(ctx.files, { key, lines, etag: stored?.etag ?? null })))
    throw new Error(`Another worker has written ${key}`);
  const userIds = JSON.stringify([...new Set(rows.map(({ userId }) => userId))]);
  const [oldest] = lines as [ArchivedEvent];
  await commit(ctx.db, [
    ...(input.with ?? []),
    sql`INSERT INTO feed_chunks (id, count, first_sequence, first_at)
      VALUES (${id}, ${lines.length}, ${oldest.sequence}, ${oldest.createdAt})
      ON CONFLICT (id) DO UPDATE SET count = excluded.count, first_sequence = excluded.first_sequence,
        first_at = excluded.first_at`,
    sql`INSERT INTO feed_chunk_users (user_id, chunks)
      SELECT value, json_array(CAST(${id} AS INTEGER)) FROM json_each(${userIds}) WHERE true
      ON CONFLICT (user_id) DO UPDATE SET chunks = json_insert(chunks, '$[#]', CAST(${id} AS INTEGER))
        WHERE NOT EXISTS (SELECT 1 FROM json_each(feed_chunk_users.chunks) WHERE value = ${id})`,
    // Who was deleted after the rows were read is still in the object.
    sql`INSERT OR IGNORE INTO feed_erasures (chunk_id, user_id)
      SELECT ${id}, u.id FROM users u WHERE u.status = 'deleted'
        AND u.id IN (SELECT value FROM json_each(${userIds}))
        AND u.id NOT IN (SELECT value FROM json_each(${JSON.stringify(deleted.map((user) => user.id))}))`,
    sql`INSERT INTO feed_histories (object_id, states)
      SELECT value ->> 'id', CASE WHEN value ->> 'states' LIKE '[%' THEN value ->> 'states'
        ELSE unhex(value ->> 'states') END
      FROM json_each(${JSON.stringify(addStates(rows, lines, histories))}) WHERE true
      ON CONFLICT (object_id) DO UPDATE SET states = excluded.states`,
    // From the rows as they are now: somebody may have been deleted since.
    sql`INSERT INTO feed_newest (user_id, mode, objects)
      SELECT e.user_id, e.mode, json_group_object(replace(e.object_id, e.user_id || ':', ':'),
        json_array(e.sequence, json(${sql.raw(changeableOfEvent("e"))})))
      FROM feed_events e WHERE e.sequence IN (SELECT value FROM json_each(${JSON.stringify(
        rows.flatMap(({ sequence, isRepeated }) => (isRepeated === null ? [sequence] : [])),
      )}))
      GROUP BY e.user_id, e.mode
      ON CONFLICT (user_id, mode) DO UPDATE SET objects = json_patch(objects, excluded.objects)`,
    sql`DELETE FROM feed_events WHERE sequence IN
      (SELECT value FROM json_each(${JSON.stringify(rows.map(({ sequence }) => sequence))}))`,
  ]);
  return rows.length;
}

/** Names an object and the batch of one of its events. */
const inBatch = (objectId: string, { requestId, createdAt }: ArchivedEvent): string =>
  `${objectId} ${toBatch(requestId, createdAt)}`;

/**
 * Whether the history takes the only state of an object from its row: of a license key, and of a grant that came with its
 * order. Any other grant belongs to the change of its source in whose batch it was recorded.
 * @param orders the orders that were created in this chunk, by `inBatch`
 */
function isToldByRow(row: MovableRow, orders: ReadonlySet<string>): boolean {
  if (row.isRepeated !== null) return false;
  if (row.type === "license.created") return row.data.includes('"status":"granted"');
  if (row.type !== "grant.created") return false;
  const { sourceId } = JSON.parse(row.data) as { sourceId: string };
  return orders.has(inBatch(sourceId, row));
}

/** Returns the histories of the objects whose events move, with these events. @param lines all events of the chunk */
function addStates(
  rows: MovableRow[],
  lines: ArchivedEvent[],
  histories: { objectId: string; states: string }[],
): { id: string; states: string }[] {
  const orders = new Set(
    lines.flatMap((line) => (line.type === "order.created" ? inBatch(line.objectId, line) : [])),
  );
  const before = new Map(histories.map(({ objectId, states }) => [objectId, states]));
  const added = Map.groupBy(
    rows.flatMap((row): (ArchivedState & { objectId: string })[] => {
      // A change of several types has several events with the same state.
      const data = row.isRepeated || isToldByRow(row, orders) ? null : toShownData(row);
      if (data === null) return [];
      const { objectId, sequence, createdAt: at, actorType, actorId, requestId } = row;
      return [{ objectId, sequence, at, actorType, actorId, batch: toBatch(requestId, at), data }];
    }),
    ({ objectId }) => objectId,
  );
  return [...added].map(([id, states]) => {
    const earlier = before.get(id);
    return { id, states: packStates([...(earlier ? unpackStates(earlier) : []), ...states]) };
  });
}
