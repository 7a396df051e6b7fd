import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { archiveChunk, findChunksToArchive } from "../../feed/archive/archive-events.ts";
import { logEvent } from "../../lib/log.ts";
import { DAY } from "../../lib/time.ts";
import { defineCursor } from "../cursors/store.ts";

/** Chunks that one query looks through. */
const WINDOW = 20;
const WINDOWS_PER_RUN = 10;
/** Chunks that one run writes at most. */
const CHUNKS_PER_RUN = 10;
/** Fewer events are not worth an object: they stay in the database until there are more. */
const MIN_EVENTS = 50;
/** An old event can move when its object changes again, so the walk goes through the whole feed each time. */
const WALK_EVERY_MS = 7 * DAY;

/** How far the walk is: `from` is the next chunk; null at the end. */
type ArchiveState = { startedAt: number; from: number | null };

const cursor = defineCursor<ArchiveState>("feed-archive");

/**
 * Moves old events of the feed to R2 that are not the newest of their object, chunk by chunk. Each run continues where
 * the last one stopped, and a walk over the whole feed starts every week.
 * @param limits for tests
 */
export async function archiveFeed(
  ctx: Ctx,
  limits: { chunks?: number; minimum?: number } = {},
): Promise<void> {
  const { chunks = CHUNKS_PER_RUN, minimum = MIN_EVENTS } = limits;
  const before = ctx.now - ctx.config.feedArchiveDays * DAY;
  let state = await openWalk(ctx);
  let moved = 0;
  let written = 0;
  for (let window = 0; window < WINDOWS_PER_RUN && state.from !== null; window++) {
    const found = await findChunksToArchive(ctx, {
      from: state.from,
      chunks: WINDOW,
      before,
      minimum,
    });
    const ids = found.ids.slice(0, chunks - written);
    for (const id of ids) {
      const next: ArchiveState = { ...state, from: id + 1 };
      moved += await archiveChunk(ctx, { id, before, with: cursor.replace(ctx, state, next) });
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

/** Returns how far the walk is. Starts one if it is time for the next. */
async function openWalk(ctx: Ctx): Promise<ArchiveState> {
  const state = await cursor.read(ctx);
  if (state && (state.from !== null || ctx.now - state.startedAt < WALK_EVERY_MS)) return state;
  const first: ArchiveState = { startedAt: ctx.now, from: 0 };
  await commit(ctx.db, [cursor.save(ctx, first)]);
  return first;
}
