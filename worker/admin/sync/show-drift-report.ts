import type { Ctx } from "../../context.ts";
import { countWaiting } from "../../sync/customer/count-dirty-customers.ts";
import { frozenSince } from "../../access/outage-mode.ts";
import { showRebuild, type Rebuild } from "../../sync/sweeps/rebuild.ts";
import { listSweeps, type SweepRow } from "../../sync/sweeps/store.ts";
import { listIncidents, type ListedIncident } from "../../sync/incidents/store.ts";

const LATEST = 100;

/** `waiting`: customers still to be fetched. `frozenSince`: since when outage mode is on, in unix milliseconds. */
export type DriftReport = {
  sweeps: SweepRow[];
  incidents: ListedIncident[];
  rebuild: Rebuild | null;
  waiting: number;
  frozenSince: number | null;
};

/** The latest sweeps and what they and the syncs found, newest first, and what is under way. */
export async function showDriftReport(ctx: Ctx): Promise<DriftReport> {
  const { mode } = ctx.config.stripe;
  const [sweeps, incidents, rebuild, waiting, since] = await Promise.all([
    listSweeps(ctx.db, mode, LATEST),
    listIncidents(ctx.db, mode, LATEST),
    showRebuild(ctx),
    countWaiting(ctx),
    frozenSince(ctx),
  ]);
  return { sweeps, incidents, rebuild, waiting, frozenSince: since };
}
