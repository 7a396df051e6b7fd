import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { recordChange } from "../../audit/record-change.ts";
import { beginSweep } from "../../sync/sweeps/continue-job.ts";
import type { SweepResult } from "../../sync/sweeps/run-sweep.ts";

/** How many pages one request processes; messages continue the sweep. */
const PAGES = 10;

/** Starts a sweep of everything at a member's request, or continues the current one. */
export async function sweepNow(ctx: Ctx): Promise<SweepResult> {
  await commit(ctx.db, [
    recordChange(ctx, { action: "sweep.started", targetId: ctx.config.stripe.mode }),
  ]);
  return beginSweep(ctx, { pages: PAGES, kind: "full" });
}
