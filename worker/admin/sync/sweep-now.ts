import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { runSweep, type SweepResult } from "../../sync/sweeps/run-sweep.ts";

/** How many pages one request processes; cron continues the sweep. */
const PAGES = 10;

/** Starts a sweep at a member's request, or continues the current one. */
export async function sweepNow(ctx: Ctx): Promise<SweepResult> {
  await commit(ctx.db, [
    recordChange(ctx, { action: "sweep.started", targetId: ctx.config.stripe.mode }),
  ]);
  return runSweep(ctx, { pages: PAGES });
}
