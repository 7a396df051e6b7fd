import type { Ctx } from "../../context.ts";
import { MINUTE } from "../../lib/time.ts";
import { defineCursor } from "../cursors/store.ts";

/**
 * Progress of a rebuild: `customers` were enqueued for a sync, `withoutUser` are Stripe customers that belong to no
 * user here.
 */
export type Rebuild = {
  startedAt: number;
  /**
   * First, lost rows are restored from the history: the user to continue after, then the imported license key that
   * nobody has; null when all are done.
   */
  restoredUpTo: string | null;
  /** How many users were restored. It and `totals` are missing in a rebuild that an earlier version started. */
  users?: number;
  /** How many users and Stripe customers the shop had when this part of the rebuild began. */
  totals?: { users: number; customers: number };
  /** The Stripe customer to continue after; null at the start. */
  after: string | null;
  customers: number;
  /** When this part of the rebuild began, in Unix milliseconds. */
  partAt?: number;
  withoutUser: string[];
  finishedAt: number | null;
};

/** Times in Unix milliseconds. `resumedFrom`: how many of its part were done when the rebuild was resumed last. */
export type RebuildPause = { pausedAt: number | null; resumedAt: number; resumedFrom: number };

/**
 * The latest rebuild as it is shown. `done` of `total` are done in the present part: first users are restored, then
 * Stripe customers enqueued. A `total` of 0 is unknown.
 * - `pausedAt`: Unix milliseconds; null if it is not paused
 * - `timeLeftMs`: an estimate; null if it is unknown, and while the rebuild is paused
 */
export type RebuildProgress = Omit<Rebuild, "after" | "totals" | "users" | "partAt"> & {
  part: "restoring" | "fetching";
  done: number;
  total: number;
  pausedAt: number | null;
  timeLeftMs: number | null;
};

/** What a part takes for each until that is measured: 200 in half a minute, and in a second while rows are restored. */
const ASSUMED_MS = { restoring: 5, fetching: 150 };
const MEASURED_AFTER_MS = 2 * MINUTE;

export const rebuildCursor = defineCursor<Rebuild>("rebuild");
/** Not a part of the rebuild's own state, so that a step that is under way can save what it has done. */
export const pauseCursor = defineCursor<RebuildPause>("rebuild-pause");

/** Returns the latest rebuild, or null if there was none. */
export async function showRebuild(ctx: Ctx): Promise<RebuildProgress | null> {
  const [rebuild, pause] = await Promise.all([rebuildCursor.read(ctx), pauseCursor.read(ctx)]);
  if (!rebuild) return null;
  const { startedAt, restoredUpTo, customers, withoutUser, finishedAt } = rebuild;
  const { part, done, total } = measurePart(rebuild);
  const pausedAt = finishedAt === null ? (pause?.pausedAt ?? null) : null;
  const shown = { startedAt, restoredUpTo, customers, withoutUser, finishedAt };
  const timeLeftMs =
    finishedAt !== null || pausedAt !== null ? null : estimateTimeLeft(ctx, rebuild, pause);
  return { ...shown, part, done, total, pausedAt, timeLeftMs };
}

/** Returns how much of its present part a rebuild has done. */
export function measurePart({ restoredUpTo, users = 0, customers, totals }: Rebuild) {
  return typeof restoredUpTo === "string"
    ? ({ part: "restoring", done: users, total: totals?.users ?? 0 } as const)
    : ({ part: "fetching", done: customers, total: totals?.customers ?? 0 } as const);
}

/** Reckons with the pace since this part began, or since the rebuild was resumed. */
function estimateTimeLeft(ctx: Ctx, rebuild: Rebuild, pause: RebuildPause | null): number | null {
  const { part, done, total } = measurePart(rebuild);
  if (total < done || total === 0) return null;
  const partAt = rebuild.partAt ?? rebuild.startedAt;
  const [since, from] =
    pause && pause.resumedAt > partAt ? [pause.resumedAt, pause.resumedFrom] : [partAt, 0];
  const isMeasured = ctx.now - since >= MEASURED_AFTER_MS && done > from;
  const eachMs = isMeasured ? (ctx.now - since) / (done - from) : ASSUMED_MS[part];
  const fetchMs = part === "restoring" ? (rebuild.totals?.customers ?? 0) * ASSUMED_MS.fetching : 0;
  return Math.round((total - done) * eachMs + fetchMs);
}
