import type { SweepRow } from "../../worker/sync/sweeps/store.ts";
import type { IncidentRow } from "../../worker/sync/incidents/store.ts";
import type { RebuildProgress } from "../../worker/sync/sweeps/rebuild-progress.ts";
import { HOUR, MINUTE } from "../../worker/lib/time.ts";
import type { SyncSummary } from "./sync.ts";

/** The number of sweeps that a report shows. */
const MAX_SWEEPS = 5;

const incidentDescriptions: Record<IncidentRow["kind"], string> = {
  drift: "differed from Stripe, was refetched",
  duplicate: "paid twice, was refunded",
  missing_source: "access without a purchase, was revoked",
  missed_checkout: "paid, but no webhook came; was synced",
  unknown_customer: "unknown Stripe customer",
};

/** Describes a sweep in one line. */
export function describeSweep({
  startedAt,
  finishedAt,
  kind,
  since,
  phase,
  checked,
  drifted,
}: SweepRow): string {
  const state = finishedAt === null ? `in progress (${phase})` : "finished";
  const what = kind === "full" ? "everything" : `changes since ${formatTime(since ?? 0)}`;
  return `${formatTime(startedAt)}  ${what}: ${state}, ${formatCount(checked, "object")} compared, ${drifted} differed`;
}

/** Describes how far a rebuild is, in one line. */
export function describeRebuild(rebuild: RebuildProgress): string {
  const { startedAt, finishedAt, pausedAt, part, done, total, customers, timeLeftMs } = rebuild;
  const since = `${formatTime(startedAt)}  rebuild`;
  if (finishedAt !== null)
    return `${since}: finished at ${formatTime(finishedAt)}, ${formatCount(customers, "customer")} enqueued`;
  const of = total === 0 ? "" : ` of ${Math.max(total, done)}`;
  const what =
    part === "restoring"
      ? `lost rows restored for ${done}${of} users`
      : `${done}${of} customers enqueued for a sync`;
  const pause = pausedAt === null ? "" : `paused since ${formatTime(pausedAt)}, `;
  const left = timeLeftMs === null ? "" : `, about ${describeDuration(timeLeftMs)} left`;
  return `${since}: ${pause}${what}${left}`;
}

function describeDuration(ms: number): string {
  if (ms < 90 * MINUTE) return formatCount(Math.max(1, Math.round(ms / MINUTE)), "minute");
  return formatCount(Math.round(ms / HOUR), "hour");
}

/** Describes the results of syncing, one line for each failed customer. */
export function describeSyncSummary({ customers, failed }: SyncSummary): string[] {
  return [
    `${formatCount(customers, "customer")} refetched`,
    ...failed.map(({ customerId, error }) => `  ${customerId} failed and stays dirty: ${error}`),
  ];
}

/**
 * Describes the latest sweeps and what they found, newest first.
 * @param since Unix milliseconds; omits everything older
 */
export function describeDrift(
  report: { sweeps: SweepRow[]; incidents: IncidentRow[] },
  since = 0,
): string[] {
  const sweeps = report.sweeps.filter(({ startedAt }) => startedAt >= since).slice(0, MAX_SWEEPS);
  const incidents = report.incidents.filter(({ createdAt }) => createdAt >= since);
  return [
    "Sweeps",
    ...indentLines(sweeps.map(describeSweep), "none"),
    "Found",
    ...indentLines(incidents.map(describeIncident), "nothing"),
  ];
}

function describeIncident(incident: IncidentRow): string {
  const { createdAt, kind, stripeObjectId, customerId, detail } = incident;
  const customer = customerId === null ? "" : ` of ${customerId}`;
  return `${formatTime(createdAt)}  ${stripeObjectId}${customer}: ${detail} (${incidentDescriptions[kind]})`;
}

function indentLines(lines: string[], emptyText: string): string[] {
  return (lines.length > 0 ? lines : [emptyText]).map((line) => `  ${line}`);
}

/** Formats Unix milliseconds as a UTC time with minutes. */
export function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function formatCount(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
