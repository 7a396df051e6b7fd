import type { Ctx } from "../../context.ts";
import { findOldestUnmatchedTime } from "../../sync/inbox/store-unmatched.ts";
import { countDeadEvents, findOldestWaitingTime } from "../../sync/inbox/store-waiting.ts";
import { listKnownEventIds } from "./events.query.ts";

/** Limits the rows that each query reads. */
const COUNT_LIMIT = 1000;

/**
 * Returns the number of dead events (at most 1000), and when the oldest event arrived that waits for its sync, and that
 * waits for its customer, in unix milliseconds.
 */
export async function showInboxState(
  ctx: Ctx,
): Promise<{ dead: number; waitingSince: number | null; unmatchedSince: number | null }> {
  const { mode } = ctx.config.stripe;
  const [dead, waitingSince, unmatchedSince] = await Promise.all([
    countDeadEvents(ctx.db, mode, COUNT_LIMIT),
    findOldestWaitingTime(ctx.db, COUNT_LIMIT),
    findOldestUnmatchedTime(ctx.db, mode, COUNT_LIMIT),
  ]);
  return { dead, waitingSince, unmatchedSince };
}

/** Returns those of these event ids that never arrived. */
export async function listMissingEventIds(ctx: Ctx, input: { ids: string[] }): Promise<string[]> {
  const known = new Set(await listKnownEventIds(ctx.db, ctx.config.stripe.mode, input.ids));
  return input.ids.filter((id) => !known.has(id));
}
