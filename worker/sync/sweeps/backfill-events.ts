import type Stripe from "stripe";
import type { StripeClient } from "../../stripe/client.ts";
import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { DAY, HOUR, SECOND } from "../../lib/time.ts";
import { eventTypes } from "../../stripe/event-types.ts";
import { ingestMissingEvents } from "../webhook/ingest-missing-events.ts";
import { suspectStalledWebhooks } from "../health/watch-webhooks.ts";
import { defineCursor } from "../cursors/store.ts";
import { isStripeBusy } from "../cursors/stripe-backoff.ts";

/** The maximum number of event types per request to Stripe's list. */
const TYPES_PER_CALL = 20;
const PAGE_SIZE = 100;
/** Events are listed again this far back, since they don't become listable in order. */
const OVERLAP_MS = HOUR;
/** Stripe keeps events for 30 days. */
const RETENTION_MS = 30 * DAY;
/** A walk is restarted if it was not continued for this long. */
const WALK_LIFETIME_MS = DAY;

/**
 * Keeps a run below the subrequest limit of one invocation: a new event takes two calls, a page of known ones three.
 */
const RUN_LIMITS = { pages: 40, newEvents: 300 };

/**
 * Progress of the backfill. All events before `since` are stored. A walk over later events began at `startedAt` and
 * continues in group number `pass` of event types, after the event `after`. Times are in Unix milliseconds.
 */
type Progress = {
  since: number;
  walk: { startedAt: number; pass: number; after: string | null } | null;
};

/** Older versions stored a single time. */
const cursor = defineCursor<Progress | number>("backfill");

/**
 * Lists the events since the last backfill and ingests those that no webhook delivered. Saves its progress after each
 * page, so an interrupted or limited run can be resumed.
 * @returns how many events were listed, how many of them were new, and whether the backfill finished
 */
export async function backfillEvents(
  ctx: Ctx,
  limits = RUN_LIMITS,
): Promise<{ seen: number; missed: number; finished: boolean }> {
  let { since, walk } = await readProgress(ctx);
  walk ??= { startedAt: ctx.now, pass: 0, after: null };
  let seen = 0;
  let missed = 0;
  for (let pages = 0; pages < limits.pages && missed < limits.newEvents; pages++) {
    const { data, has_more: more } = await listPage(ctx.stripe, since - OVERLAP_MS, walk);
    seen += data.length;
    const ingested = await ingestMissingEvents(ctx, { events: data });
    missed += ingested.count;
    if (ingested.count > 0) await suspectStalledWebhooks(ctx, { newestEventAt: ingested.newestAt });
    const last: string | null = more ? (data.at(-1)?.id ?? null) : null;
    walk = last === null ? { ...walk, pass: walk.pass + 1, after: null } : { ...walk, after: last };
    if (walk.pass * TYPES_PER_CALL >= eventTypes.length) {
      await commit(ctx.db, [cursor.save(ctx, { since: walk.startedAt, walk: null })]);
      return { seen, missed, finished: true };
    }
    await commit(ctx.db, [cursor.save(ctx, { since, walk })]);
  }
  return { seen, missed, finished: false };
}

/** Resumes an unfinished backfill. Starts none, and waits while Stripe refuses requests. */
export async function resumeBackfill(ctx: Ctx): Promise<void> {
  if (await isStripeBusy(ctx)) return;
  if ((await readProgress(ctx)).walk) await backfillEvents(ctx);
}

/** Returns up to which time all events are stored, in Unix milliseconds, or null if there was no backfill yet. */
export async function findBackfilledUntil(ctx: Ctx): Promise<number | null> {
  const progress = await cursor.read(ctx);
  return typeof progress === "number" ? progress : (progress?.since ?? null);
}

function listPage(
  stripe: StripeClient,
  sinceMs: number,
  { pass, after }: NonNullable<Progress["walk"]>,
): Promise<Stripe.ApiList<Stripe.Event>> {
  return stripe.events.list({
    types: eventTypes.slice(pass * TYPES_PER_CALL, (pass + 1) * TYPES_PER_CALL),
    created: { gte: Math.floor(sinceMs / SECOND) },
    limit: PAGE_SIZE,
    ...(after !== null && { starting_after: after }),
  });
}

async function readProgress(ctx: Ctx): Promise<Progress> {
  const progress = (await cursor.read(ctx)) ?? ctx.now - RETENTION_MS;
  const { since, walk } = typeof progress === "number" ? { since: progress, walk: null } : progress;
  const isStale = walk !== null && walk.startedAt < ctx.now - WALK_LIFETIME_MS;
  return { since, walk: isStale ? null : walk };
}
