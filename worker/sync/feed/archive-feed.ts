import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { archiveChunk, findChunksToArchive } from "../../feed/archive/archive-events.ts";
import { logEvent } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { assertNotPaused, isPackingPaused } from "../../purchases/payments/store-packs.ts";
import { defineCursor } from "../cursors/store.ts";

/** Chunks that one query looks through. */
const WINDOW = 20;
const WINDOWS_PER_RUN = 10;
/** Chunks that one run writes at most. */
const CHUNKS_PER_RUN = 10;
/** Fewer events are not worth an object: they stay in the database until there are more. */
const MIN_EVENTS = 20;
/** Some events can move only later, so the walk goes through the whole feed each time. */
const WALK_EVERY_MS = 7 * DAY;
/**
 * So long after this code runs first, the newest event of an object stays. Release 0.2.0 would take the object for a new
 * one without it, and a rollback returns to that release.
 */
const NEWEST_STAYS_MS = 7 * DAY;

/** How far the walk is: `from` is the next chunk; null at the end. `since`: when this code ran first. */
type ArchiveState = { startedAt: number; from: number | null; since: number };

/** That of release 0.2.0 has no `since`. */
const cursor = defineCursor<Omit<ArchiveState, "since"> & { since?: number }>("feed-archive");

/**
 * Moves old events of the feed to R2, chunk by chunk. Each run continues where the last one stopped, and a walk over the
 * whole feed starts every week. Nothing moves while a backup reads the database: it would be in none of its tables.
 * @param limits for tests
 */
export async function archiveFeed(
  ctx: Ctx,
  limits: { chunks?: number; minimum?: number } = {},
): Promise<void> {
  const { chunks = CHUNKS_PER_RUN, minimum = MIN_EVENTS } = limits;
  const before = ctx.now - ctx.config.feedArchiveDays * DAY;
  if (await isPackingPaused(ctx.db, ctx.now)) return;
  let state = await openWalk(ctx);
  const limit = { before, withNewest: ctx.now - state.since >= NEWEST_STAYS_MS };
  let moved = 0;
  let written = 0;
  for (let window = 0; window < WINDOWS_PER_RUN && state.from !== null; window++) {
    const found = await findChunksToArchive(ctx, {
      ...limit,
      from: state.from,
      chunks: WINDOW,
      minimum,
    });
    const ids = found.ids.slice(0, chunks - written);
    for (const id of ids) {
      const next: ArchiveState = { ...state, from: id + 1 };
      moved += await archiveChunk(ctx, {
        ...limit,
        id,
        with: [assertNotPaused(ctx.now), ...cursor.replace(ctx, state, next)],
      });
      state = next;
      written++;
    }
    if (ids.length < found.ids.length) break;
    const next = { ...state, from: found.next };
    await commit(ctx.db, cursor.replace(ctx, state, next));
    state = next;
  }
  if (moved > 0) logEvent("info", "feed.archived", { events: moved, chunks: written }, ctx);
}

/** Returns how far the walk is. Starts one if it is time for the next, or if another release has started it. */
async function openWalk(ctx: Ctx): Promise<ArchiveState> {
  const state = await cursor.read(ctx);
  const since = state?.since ?? ctx.now;
  if (
    state?.since !== undefined &&
    (state.from !== null || ctx.now - state.startedAt < WALK_EVERY_MS)
  )
    return { ...state, since };
  const first: ArchiveState = { startedAt: ctx.now, from: 0, since };
  await commit(ctx.db, [cursor.save(ctx, first)]);
  return first;
}
