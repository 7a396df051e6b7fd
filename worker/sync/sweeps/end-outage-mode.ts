import type { Ctx } from "../../context.ts";
import { MINUTE } from "../../lib/time.ts";
import { countWaiting } from "../customer/count-dirty-customers.ts";
import { frozenSince } from "../../access/outage-mode.ts";
import { unfreezeRevocations } from "./freeze-revocations.ts";
import { backfilledUntil, backfillEvents } from "./backfill-events.ts";
import { runSweep } from "./run-sweep.ts";
import { findLastSweep } from "./store.ts";

/** Pages of a sweep that one request walks. */
const PAGES = 10;
/** What was made up for this long ago need not be again. */
const FRESH_MS = 15 * MINUTE;

/**
 * - `sweeping`: ask again, it goes on; what Stripe has is being compared, and lost events are taken
 * - `fetching`: `waiting` customers are still to be fetched; ask again in a moment
 * - `ended`: access ends again where it should
 */
export type OutageEnding =
  | { state: "sweeping" }
  | { state: "fetching"; waiting: number }
  | { state: "ended" };

/**
 * Outage mode off, in bounded steps: everything is compared, lost events are taken, whoever differs is fetched; only then
 * does access end again, so that nobody loses it for news that is on its way.
 * @param input.evenIfWaiting does not wait for who cannot be fetched
 */
export async function endOutage(
  ctx: Ctx,
  input: { evenIfWaiting: boolean },
): Promise<OutageEnding> {
  if ((await frozenSince(ctx)) === null) return { state: "ended" };
  if (!(await isSwept(ctx)) && (await runSweep(ctx, { pages: PAGES })).state === "interrupted")
    return { state: "sweeping" };
  if (!(await isBackfilled(ctx)) && !(await backfillEvents(ctx)).finished)
    return { state: "sweeping" };
  const waiting = await countWaiting(ctx);
  if (waiting > 0 && !input.evenIfWaiting) return { state: "fetching", waiting };
  await unfreezeRevocations(ctx);
  return { state: "ended" };
}

async function isSwept(ctx: Ctx): Promise<boolean> {
  const last = await findLastSweep(ctx.db, ctx.config.stripe.mode);
  return last?.finishedAt != null && last.finishedAt > ctx.now - FRESH_MS;
}

async function isBackfilled(ctx: Ctx): Promise<boolean> {
  const until = await backfilledUntil(ctx);
  return until !== null && until > ctx.now - FRESH_MS;
}
