import type { SubscriptionRow } from "./store.ts";

/** Whether nothing of a subscription can go on. */
export function isOver(row: Pick<SubscriptionRow, "status" | "endedAt">): boolean {
  return row.endedAt !== null || row.status === "canceled" || row.status === "incomplete_expired";
}

const goingOn = new Set(["trialing", "active", "past_due", "paused"]);

/** Whether a subscription is or may again be charged for, so that another beside it would be paid for twice. */
export function goesOn(row: Pick<SubscriptionRow, "status" | "endedAt">): boolean {
  return row.endedAt === null && goingOn.has(row.status);
}
