import type { Ctx } from "../../context.ts";
import { MINUTE } from "../../lib/time.ts";
import { countDirtyCustomers, enqueueDirtyCustomers } from "../customer/enqueue-dirty-customers.ts";
import { findOutageStart } from "../../access/outage-mode.ts";
import { endOutageMode } from "./outage-mode.ts";
import { findBackfilledUntil, backfillEvents } from "./backfill-events.ts";
import { runSweep } from "./run-sweep.ts";
import { findLastSweep } from "./store.ts";

/** Sweep pages walked per request. */
const PAGES = 10;
/** A sweep or backfill that is more recent than this isn't repeated. */
const FRESH_MS = 15 * MINUTE;

/**
 * - `sweeping`: the sweep or backfill isn't finished; call again
 * - `fetching`: `waiting` customers must still be synced; call again in a moment
 * - `ended`: outage mode is off, and access ends again where it should: by time at once, and for the `waiting`
 *   customers who were synced during the outage as soon as they are synced again
 */
export type OutageRecovery =
  | { state: "sweeping" }
  | { state: "fetching"; waiting: number }
  | { state: "ended"; waiting: number };

/**
 * Ends outage mode in bounded steps: sweeps, backfills events, and waits until differing customers are synced. Only
 * then does access end again, so no user loses access because an update is still pending.
 * @param input.ignoresWaiting doesn't wait for customers that can't be synced
 */
export async function recoverFromOutage(
  ctx: Ctx,
  input: { ignoresWaiting: boolean },
): Promise<OutageRecovery> {
  if ((await findOutageStart(ctx)) === null)
    return { state: "ended", waiting: await countDirtyCustomers(ctx) };
  if (
    !(await isRecentlySwept(ctx)) &&
    (await runSweep(ctx, { pages: PAGES, kind: "recent" })).state === "interrupted"
  )
    return { state: "sweeping" };
  if (!(await isRecentlyBackfilled(ctx)) && !(await backfillEvents(ctx)).finished)
    return { state: "sweeping" };
  const waiting = await countDirtyCustomers(ctx);
  if (waiting > 0 && !input.ignoresWaiting) return { state: "fetching", waiting };
  await endOutageMode(ctx);
  // At once: until the next cron run, they would keep access that has ended. Cron enqueues those beyond the first
  // 4,000.
  const { count } = await enqueueDirtyCustomers(ctx);
  return { state: "ended", waiting: count };
}

async function isRecentlySwept(ctx: Ctx): Promise<boolean> {
  const last = await findLastSweep(ctx.db, ctx.config.stripe.mode);
  return last?.finishedAt != null && last.finishedAt > ctx.now - FRESH_MS;
}

async function isRecentlyBackfilled(ctx: Ctx): Promise<boolean> {
  const until = await findBackfilledUntil(ctx);
  return until !== null && until > ctx.now - FRESH_MS;
}
