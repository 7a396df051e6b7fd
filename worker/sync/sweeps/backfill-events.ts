import type Stripe from "stripe";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, HOUR, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { takeMissing } from "../webhook/ingest-missing-events.ts";
import { findCursor, putCursor } from "../health/store.ts";

/** The most event types that Stripe's list takes in one call. */
const TYPES_PER_CALL = 20;
const PAGE = 100;
/** Events are listed again this far back, since they do not become listable in order. */
const OVERLAP_MS = HOUR;
/** Stripe keeps events for 30 days. */
const RETENTION_MS = 30 * DAY;
/** A walk that nobody went on with for so long is begun anew. */
const WALK_LIFE_MS = DAY;

/** An invocation may make only so many calls: an event that is new costs two, a page of known ones three. */
const PER_RUN = { pages: 40, taken: 300 };

/**
 * How far the backfill is. All before `since` is taken; a walk over what is after it has begun at `startedAt`, and goes
 * on in the `pass`-th group of types after the event `after`. Times in unix milliseconds.
 */
type Progress = {
  since: number;
  walk: { startedAt: number; pass: number; after: string | null } | null;
};

const nameOf = (ctx: Ctx) => `backfill:${ctx.config.stripe.mode}`;

/**
 * Lists what Stripe has sent since the last backfill and takes through ordinary ingress what no delivery brought. Where
 * it stands is saved after each page, so that one that is cut short, or has more to do than a run may, is gone on with.
 * @returns how many events were seen, how many of them no delivery had brought, and whether all is taken
 */
export async function backfillEvents(
  ctx: Ctx,
  perRun = PER_RUN,
): Promise<{ seen: number; missed: number; finished: boolean }> {
  let { since, walk } = await readProgress(ctx);
  walk ??= { startedAt: ctx.now, pass: 0, after: null };
  let seen = 0;
  let missed = 0;
  for (let pages = 0; pages < perRun.pages && missed < perRun.taken; pages++) {
    const { data, has_more: more } = await listPage(ctx.stripe, since - OVERLAP_MS, walk);
    seen += data.length;
    missed += await takeMissing(ctx, { events: data });
    const last: string | null = more ? (data.at(-1)?.id ?? null) : null;
    walk = last === null ? { ...walk, pass: walk.pass + 1, after: null } : { ...walk, after: last };
    if (walk.pass * TYPES_PER_CALL >= eventTypes.length) {
      await saveProgress(ctx, { since: walk.startedAt, walk: null });
      return { seen, missed, finished: true };
    }
    await saveProgress(ctx, { since, walk });
  }
  return { seen, missed, finished: false };
}

/** Goes on with a backfill that had more to do than a run may; begins none. */
export async function resumeBackfill(ctx: Ctx): Promise<void> {
  if ((await readProgress(ctx)).walk) await backfillEvents(ctx);
}

/** Until when all is taken, in unix milliseconds; null where there was no backfill yet. */
export async function backfilledUntil(ctx: Ctx): Promise<number | null> {
  const row = await findCursor(ctx.db, nameOf(ctx));
  return row ? parse(row.value).since : null;
}

function listPage(
  stripe: Stripe,
  sinceMs: number,
  { pass, after }: NonNullable<Progress["walk"]>,
): Promise<Stripe.ApiList<Stripe.Event>> {
  return stripe.events.list({
    types: eventTypes.slice(pass * TYPES_PER_CALL, (pass + 1) * TYPES_PER_CALL),
    created: { gte: Math.floor(sinceMs / SECOND) },
    limit: PAGE,
    ...(after !== null && { starting_after: after }),
  });
}

async function readProgress(ctx: Ctx): Promise<Progress> {
  const row = await findCursor(ctx.db, nameOf(ctx));
  const { since, walk } = row ? parse(row.value) : { since: ctx.now - RETENTION_MS, walk: null };
  const isStale = walk !== null && walk.startedAt < ctx.now - WALK_LIFE_MS;
  return { since, walk: isStale ? null : walk };
}

/** A time alone is how it was kept before there were walks. */
function parse(value: string): Progress {
  const parsed = JSON.parse(value) as Progress | number;
  return typeof parsed === "number" ? { since: parsed, walk: null } : parsed;
}

async function saveProgress(ctx: Ctx, progress: Progress): Promise<void> {
  const row = { name: nameOf(ctx), value: JSON.stringify(progress), updatedAt: ctx.now };
  await commit(ctx.db, [putCursor(ctx.db, row)]);
}
