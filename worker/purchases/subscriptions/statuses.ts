/** Paid for, or in a free trial. */
export const runningStatuses = ["trialing", "active"] as const;

/** Can give access: running, or within the grace period after a failed payment. */
export const accessStatuses = [...runningStatuses, "past_due"] as const;

/** Charged for now, or possibly again later. A second subscription beside it would be paid for twice. */
const liveStatuses = new Set<string>([...accessStatuses, "paused"]);

/** Stripe never charges for it again. */
const endedStatuses = new Set(["canceled", "incomplete_expired"]);

export function isLive(row: { status: string; endedAt: number | null }): boolean {
  return row.endedAt === null && liveStatuses.has(row.status);
}

export function isEndedStatus(status: string): boolean {
  return endedStatuses.has(status);
}

export function isRunningStatus(status: string): boolean {
  return runningStatuses.some((running) => running === status);
}

/** Whether a subscription has ended and cannot be resumed. */
export function hasEnded(row: { status: string; endedAt: number | null }): boolean {
  return row.endedAt !== null || isEndedStatus(row.status);
}
