import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { runSweep, type SweepResult } from "../../sync/sweeps/run-sweep.ts";

/** Pages that one press walks; cron goes on with the rest. */
const PAGES = 10;

/** Begins a sweep, or goes on with the one that runs, because the seller asks. */
export async function sweepNow(ctx: Ctx): Promise<SweepResult> {
  await commit(ctx.db, [
    recordChange(ctx, { action: "sweep.started", targetId: ctx.config.stripe.mode }),
  ]);
  return runSweep(ctx, { pages: PAGES });
}
