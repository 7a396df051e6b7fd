import type { Ctx } from "../../context.ts";
import { listIncidents, listSweeps, type IncidentRow, type SweepRow } from "./store.ts";

const LATEST = 100;

/** The latest sweeps and what they and the syncs found, newest first. */
export async function showDriftReport(
  ctx: Ctx,
): Promise<{ sweeps: SweepRow[]; incidents: IncidentRow[] }> {
  const { mode } = ctx.config.stripe;
  const [sweeps, incidents] = await Promise.all([
    listSweeps(ctx.db, mode, LATEST),
    listIncidents(ctx.db, mode, LATEST),
  ]);
  return { sweeps, incidents };
}
