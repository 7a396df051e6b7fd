import type { Ctx } from "../../context.ts";
import { countDirtyCustomers } from "../../sync/customer/enqueue-dirty-customers.ts";
import { findOutageStart } from "../../access/outage-mode.ts";
import { showRebuild, type RebuildProgress } from "../../sync/sweeps/rebuild-progress.ts";
import { listSweeps, type SweepRow } from "../../sync/sweeps/store.ts";
import { listIncidents, type ListedIncident } from "../../sync/incidents/store.ts";

const LATEST = 100;

/**
 * `waiting`: the number of dirty customers. `frozenSince`: when outage mode started, in unix milliseconds; null if it
 * is off.
 */
export type DriftReport = {
  sweeps: SweepRow[];
  incidents: ListedIncident[];
  rebuild: RebuildProgress | null;
  waiting: number;
  frozenSince: number | null;
};

/** Returns the latest sweeps and incidents, newest first, and the current rebuild, dirty customers and outage mode. */
export async function showDriftReport(ctx: Ctx): Promise<DriftReport> {
  const { mode } = ctx.config.stripe;
  const [sweeps, incidents, rebuild, waiting, since] = await Promise.all([
    listSweeps(ctx.db, mode, LATEST),
    listIncidents(ctx.db, mode, LATEST),
    showRebuild(ctx),
    countDirtyCustomers(ctx),
    findOutageStart(ctx),
  ]);
  return { sweeps, incidents, rebuild, waiting, frozenSince: since };
}
