import type { SweepRow } from "../worker/sync/sweeps/store.ts";
import type { IncidentRow } from "../worker/sync/incidents/store.ts";
import type { Synced } from "./stripe-sync.ts";

/** The latest sweeps and incidents that a report shows. */
const SWEEPS = 5;

const meanings: Record<IncidentRow["kind"], string> = {
  drift: "differed from Stripe, was fetched again",
  duplicate: "paid twice, sent back",
  unknown_customer: "at Stripe, and of nobody here",
};

/** A sweep in one line. */
export function describeSweep({
  startedAt,
  finishedAt,
  phase,
  checked,
  drifted,
}: SweepRow): string {
  const state = finishedAt === null ? `under way, in ${phase}` : "finished";
  return `${at(startedAt)}  ${state}, ${count(checked, "object")} compared, ${drifted} differed`;
}

/** What came of the syncs. */
export function describeSynced({ customers, failed }: Synced): string[] {
  return [
    `${count(customers, "customer")} fetched again`,
    ...failed.map(({ customerId, error }) => `  ${customerId} failed and stays dirty: ${error}`),
  ];
}

/**
 * The drift report: the latest sweeps, then what was found, newest first.
 * @param since unix milliseconds; what is older is left out
 */
export function describeDrift(
  report: { sweeps: SweepRow[]; incidents: IncidentRow[] },
  since = 0,
): string[] {
  const sweeps = report.sweeps.filter(({ startedAt }) => startedAt >= since).slice(0, SWEEPS);
  const incidents = report.incidents.filter(({ createdAt }) => createdAt >= since);
  return [
    "Sweeps",
    ...indent(sweeps.map(describeSweep), "none"),
    "Found",
    ...indent(incidents.map(describeIncident), "nothing"),
  ];
}

function describeIncident(incident: IncidentRow): string {
  const { createdAt, kind, stripeObjectId, customerId, detail } = incident;
  const whose = customerId === null ? "" : ` of ${customerId}`;
  return `${at(createdAt)}  ${stripeObjectId}${whose}: ${detail} (${meanings[kind]})`;
}

function indent(lines: string[], otherwise: string): string[] {
  return (lines.length > 0 ? lines : [otherwise]).map((line) => `  ${line}`);
}

/** Minutes are enough, and UTC is the same for everybody. */
export function at(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
